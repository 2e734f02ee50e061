/** Zooms and drags the drawing, for those who want to: without it the drawing scrolls, and browsers zoom. */

const canvas = document.querySelector("#canvas");
const drawing = () => canvas?.querySelector("svg.drawing") ?? undefined;
const switchedOff = "signalbox.keys";
const [least, most, by] = [0.2, 2, 1.25];

let scale = 1;

/** The point under the pointer, or in the middle, stays where it is. */
/**
 * @param {number} wanted
 * @param {{ x: number, y: number }} [point] in the canvas
 */
function zoom(wanted, point) {
  const svg = drawing();
  if (!(canvas instanceof HTMLElement) || !(svg instanceof SVGSVGElement)) return;
  const next = Math.min(most, Math.max(least, wanted));
  const { x, y } = point ?? { x: canvas.clientWidth / 2, y: canvas.clientHeight / 2 };
  const [left, top] = [(canvas.scrollLeft + x) / scale, (canvas.scrollTop + y) / scale];
  scale = next;
  svg.setAttribute("width", String(svg.viewBox.baseVal.width * scale));
  svg.setAttribute("height", String(svg.viewBox.baseVal.height * scale));
  canvas.scrollTo(left * scale - x, top * scale - y);
}

/** A drawing that was morphed has the size that the server gave it. */
new MutationObserver(() => {
  const svg = drawing();
  if (
    svg instanceof SVGSVGElement &&
    Math.abs(svg.width.baseVal.value - svg.viewBox.baseVal.width * scale) > 1
  )
    zoom(scale);
}).observe(document.body, { subtree: true, attributes: true, attributeFilter: ["width"] });

/** @type {Readonly<Record<string, () => number>>} */
const zooms = { "+": () => scale * by, "=": () => scale * by, "-": () => scale / by, 0: () => 1 };

document.addEventListener("keydown", (event) => {
  const { key, target, ctrlKey, metaKey, altKey } = event;
  const isTyping = target instanceof Element && target.closest("input, textarea, select") !== null;
  const next = zooms[key];
  if (next === undefined || ctrlKey || metaKey || altKey || isTyping) return;
  if (localStorage.getItem(switchedOff) === "off") return;
  zoom(next());
  event.preventDefault();
});

if (canvas instanceof HTMLElement) {
  canvas.addEventListener(
    "wheel",
    (event) => {
      if (!event.ctrlKey) return;
      const { left, top } = canvas.getBoundingClientRect();
      zoom(scale * (event.deltaY < 0 ? by : 1 / by), { x: event.clientX - left, y: event.clientY - top });
      event.preventDefault();
    },
    { passive: false },
  );
  /** @type {{ x: number, y: number, left: number, top: number } | undefined} */
  let held;
  canvas.addEventListener("pointerdown", (event) => {
    const isLink = event.target instanceof Element && event.target.closest("a") !== null;
    if (isLink || event.button !== 0 || event.pointerType === "touch") return;
    held = { x: event.clientX, y: event.clientY, left: canvas.scrollLeft, top: canvas.scrollTop };
    canvas.setPointerCapture(event.pointerId);
  });
  canvas.addEventListener("pointermove", (event) => {
    if (held !== undefined)
      canvas.scrollTo(held.left + held.x - event.clientX, held.top + held.y - event.clientY);
  });
  for (const end of ["pointerup", "pointercancel"]) canvas.addEventListener(end, () => (held = undefined));
  // The issue that the drawing is around is not at its edge.
  canvas.querySelector(".center")?.scrollIntoView({ block: "nearest", inline: "center" });
}
