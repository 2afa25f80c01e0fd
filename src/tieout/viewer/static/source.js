// Where the data come from: the server, or the page itself where it was exported.

/** Parts of the payload in the order in which they get ready. */
export const PARTS = ["layout", "concepts", "statements", "audit", "tags", "kpis", "entities"];

/**
 * @typedef {object} Source
 * @property {boolean} alone whether the page has no server
 * @property {() => Promise<any>} base
 * @property {(name: string) => Promise<any>} part `{error}` where it can't be made
 * @property {() => Promise<any>} review
 * @property {(frame: HTMLIFrameElement, document: number) => void} open
 * @property {(where: string, body: any) => Promise<any>} post throws an Error with one line
 * @property {(query: string) => Promise<Array<{concept: string, label?: string}>>} concepts of the taxonomy, where there is a server
 */

/** @returns {Promise<Source>} */
export async function openSource() {
  const own = document.getElementById("tieout");
  return own ? fromPage(await ownData(own)) : fromServer();
}

/**
 * What an exported page holds.
 * @param {HTMLElement} script
 */
export async function ownData(script) {
  const text = script.textContent ?? "";
  if (script.dataset.encoding !== "gzip") return JSON.parse(text);
  const bytes = Uint8Array.from(atob(text.trim()), (c) => c.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return JSON.parse(await new Response(stream).text());
}

/** @param {any} data @returns {Source} */
function fromPage(data) {
  return {
    alone: true,
    base: async () => data.payload,
    part: async (name) => data.parts[name] ?? { error: "is not in this file" },
    review: async () => data.review ?? { entries: [], standing: {} },
    open: (frame, n) => void (frame.srcdoc = data.documents[n]),
    post: async () => {
      throw new Error("this page has no server");
    },
    concepts: async () => [],
  };
}

/** @returns {Source} */
function fromServer() {
  return {
    alone: false,
    base: () => answered("payload.json"),
    part: async (name) => {
      try {
        return await answered(`part/${name}.json`);
      } catch (e) {
        return { error: e.message };
      }
    },
    review: () => answered("review.json"),
    open: (frame, n) => void (frame.src = `document/${n}.html`),
    post: (where, body) =>
      answered(where, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) }),
    concepts: async (query) => {
      try {
        return (await answered(`/concepts.json?q=${encodeURIComponent(query)}`)).concepts ?? [];
      } catch {
        return [];
      }
    },
  };
}

/**
 * What the server answers; throws an Error with one line.
 * @param {string} address
 * @param {RequestInit} [how]
 */
export async function answered(address, how) {
  let answer;
  try {
    answer = await fetch(address, how);
  } catch {
    throw new Error("tieout does not answer: is it still running?");
  }
  const read = await answer.json().catch(() => ({}));
  if (!answer.ok) throw new Error(read.error ?? `the server answers ${answer.status}`);
  return read;
}
