// How values, units, periods and names are written. Numbers are exact decimals in texts, and stay so.

const MINUS = "\u2212";
const UNITS = { "xbrli:pure": "", "xbrli:shares": "shares" };
const DAY = 86_400_000;

/**
 * A decimal with its digits in groups of three: "−1,234.50".
 * @param {string | undefined} value
 */
export function grouped(value) {
  if (value === undefined || value === null) return "";
  const text = String(value);
  const parts = /^([-+]?)(\d+)(?:\.(\d+))?$/.exec(text);
  if (!parts) return text;
  const whole = parts[2].replace(/\B(?=(\d{3})+$)/g, ",");
  const rest = parts[3] && /[1-9]/.test(parts[3]) ? `.${parts[3]}` : "";
  return (parts[1] === "-" && (rest || /[1-9]/.test(whole)) ? MINUS : "") + whole + rest;
}

/**
 * -1, 0 or 1; null for what is no decimal.
 * @param {string | undefined} value
 */
export function signOf(value) {
  if (value === undefined || value === null || !/^[-+]?[\d.]+(e[-+]?\d+)?$/i.test(value)) return null;
  if (!/[1-9]/.test(value.split(/e/i)[0])) return 0;
  return value.startsWith("-") ? -1 : 1;
}

/**
 * Whether the first is greater in magnitude (> 0), as great, or smaller (< 0), exactly.
 * @param {string} a
 * @param {string} b
 */
export function compareMagnitude(a, b) {
  const [x, y] = [magnitude(a), magnitude(b)];
  if (x[0].length !== y[0].length) return x[0].length - y[0].length;
  const [p, q] = [x[0] + x[1], y[0] + y[1]];
  return p < q ? -1 : p > q ? 1 : 0;
}

/** @param {string} value */
function magnitude(value) {
  const parts = /^[-+]?0*(\d*)(?:\.(\d*))?$/.exec(value ?? "");
  return parts ? [parts[1], parts[2] ?? ""] : ["", ""];
}

/**
 * "USD", "USD per share", "shares"; empty for pure numbers.
 * @param {string | undefined} unit
 */
export function unitName(unit) {
  if (!unit) return "";
  if (unit in UNITS) return UNITS[unit];
  const [over, under] = unit.split("/").map((u) => u.split("*").map(localName).join("·"));
  return under ? `${over} per ${under.replace(/^shares$/, "share")}` : over;
}

/** @param {string} name a name with a prefix */
export function localName(name) {
  return name.slice(name.indexOf(":") + 1);
}

/**
 * A concept's name in words, for where it has no label: "Net Income Loss".
 * @param {string} name
 */
export function words(name) {
  return localName(name)
    .replace(/([a-z\d])([A-Z])/g, "$1 $2")
    .replace(/([A-Z])([A-Z][a-z])/g, "$1 $2")
    .replace(/ (Axis|Member|Domain)$/, "");
}

/**
 * "At 2025-09-30", "Year to 2025-09-30", "2024-01-15 to 2025-09-30".
 * @param {{instant?: string, start?: string, end?: string, forever?: boolean} | undefined} period
 */
export function periodName(period) {
  if (!period) return "";
  if (period.forever) return "For ever";
  if (period.instant) return `At ${period.instant}`;
  const { start, end } = period;
  const days = Math.round((Date.parse(end) - Date.parse(start)) / DAY) + 1;
  if (days >= 350 && days <= 380) return `Year to ${end}`;
  const months = Math.round(days / 30.4);
  if ([3, 6, 9].includes(months) && Math.abs(days - months * 30.4) < 9) return `${months} months to ${end}`;
  return start === end ? `On ${end}` : `${start} to ${end}`;
}

/**
 * The same, with the exact dates where the name of a length hides them.
 * @param {any} period
 */
export function periodInFull(period) {
  const name = periodName(period);
  return period?.start && !name.startsWith(period.start) && period.start !== period.end
    ? `${name} (from ${period.start})`
    : name;
}

/**
 * "us-gaap:XAxis" and its member as one name each: "Product Or Service: Product".
 * @param {string} axis
 * @param {string | {typed: string}} member
 * @param {(name: string) => string} label
 */
export function dimensionName(axis, member, label) {
  return `${trimmed(label(axis))}: ${typeof member === "string" ? trimmed(label(member)) : member.typed}`;
}

/** @param {string} label a standard label, without its kind in brackets */
function trimmed(label) {
  return label.replace(/ \[(Axis|Member|Domain|Abstract)\]$/, "");
}

/**
 * "97.3%", and never a certainty that nobody has.
 * @param {number | undefined} score between 0 and 1
 */
export function percent(score) {
  if (score === undefined) return "";
  if (score > 0.999) return "> 99.9%";
  return score < 0.001 ? "< 0.1%" : `${(score * 100).toFixed(1)}%`;
}

/**
 * How exact a fact is said to be.
 * @param {string | undefined} decimals
 */
export function precision(decimals) {
  const names = { "-3": "thousands", "-6": "millions", "-9": "billions", "-5": "hundreds of thousands", "-4": "tens of thousands" };
  if (decimals === undefined) return "";
  if (decimals === "INF") return "exact";
  if (decimals === "0") return "whole units";
  if (decimals in names) return `rounded to ${names[decimals]}`;
  const places = Number(decimals);
  return places > 0 ? `${places} decimal place${places === 1 ? "" : "s"}` : `rounded to the power of ten ${-places}`;
}

/**
 * Local time of an entry, short.
 * @param {string} iso
 */
export function timeName(iso) {
  const time = new Date(iso);
  if (Number.isNaN(time.getTime())) return iso;
  const two = (n) => String(n).padStart(2, "0");
  return `${time.getFullYear()}-${two(time.getMonth() + 1)}-${two(time.getDate())} ${two(time.getHours())}:${two(time.getMinutes())}`;
}
