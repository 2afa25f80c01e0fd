// Dividers: dragged, or moved by the arrow keys.

/**
 * @param {HTMLElement} bar role="separator"
 * @param {string} property custom property of the element that it parts, in percent
 * @param {number} least
 * @param {number} most
 * @param {number} value at the beginning
 * @param {MediaQueryList} [turned] when a bar that lies stands upright
 */
export function startDivider(bar, property, least, most, value, turned) {
  const whole = /** @type {HTMLElement} */ (bar.parentElement);
  let upright = bar.getAttribute("aria-orientation") === "vertical";
  const turn = () => {
    upright = turned?.matches ?? upright;
    bar.setAttribute("aria-orientation", upright ? "vertical" : "horizontal");
  };
  turn();
  turned?.addEventListener("change", turn);
  let now = value;
  const set = (percent) => {
    now = Math.min(most, Math.max(least, percent));
    whole.style.setProperty(property, `${now}%`);
    bar.setAttribute("aria-valuenow", String(Math.round(now)));
  };
  bar.setAttribute("aria-valuemin", String(least));
  bar.setAttribute("aria-valuemax", String(most));
  set(value);
  bar.addEventListener("keydown", (event) => {
    const step = { ArrowLeft: -2, ArrowUp: -2, ArrowRight: 2, ArrowDown: 2, PageUp: -10, PageDown: 10 }[event.key];
    if (step) set(now + step);
    else if (event.key === "Home") set(least);
    else if (event.key === "End") set(most);
    else if (event.key === "Enter") set(value);
    else return;
    event.preventDefault();
  });
  bar.addEventListener("pointerdown", (event) => {
    bar.setPointerCapture(event.pointerId);
    // Frames would swallow the pointer.
    document.documentElement.classList.add("dragging");
    const move = (e) => {
      const box = whole.getBoundingClientRect();
      set(upright ? ((e.clientX - box.left) / box.width) * 100 : ((e.clientY - box.top) / box.height) * 100);
    };
    const end = () => {
      document.documentElement.classList.remove("dragging");
      bar.removeEventListener("pointermove", move);
    };
    bar.addEventListener("pointermove", move);
    bar.addEventListener("pointerup", end, { once: true });
    bar.addEventListener("pointercancel", end, { once: true });
  });
  bar.addEventListener("dblclick", () => set(value));
}
