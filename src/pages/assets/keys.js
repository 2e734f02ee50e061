/** Keys for those who want them: they are listed under `Keys`, where they can be switched off. */

const switchedOff = "signalbox.keys";

/** The key before this one, if it waits for a second. */
let first = "";

const isOn = () => localStorage.getItem(switchedOff) !== "off";

/** Cards, decisions, the one issue of its page, issues of a drawing, entries of a list. */
const stop = ".card, .decision, .issue, a.node, .stop";
const stops = () => [...document.querySelectorAll(stop)];

const current = () => document.activeElement?.closest(stop) ?? undefined;

/** @param {Element | undefined} place */
function focusOn(place) {
  const target = place?.querySelector("a.title") ?? place;
  if (!(target instanceof HTMLElement || target instanceof SVGElement)) return;
  target.focus();
  target.scrollIntoView({ block: "nearest", inline: "nearest" });
}

/** @param {1 | -1} by */
function step(by) {
  const all = stops();
  const at = all.indexOf(/** @type {Element} */ (current()));
  focusOn(at < 0 ? all.at(by > 0 ? 0 : -1) : all[Math.min(all.length - 1, Math.max(0, at + by))]);
}

/** @param {number} number */
function choose(number) {
  const place = current() ?? (stops().length === 1 ? stops()[0] : undefined);
  const button = place?.querySelectorAll(".options button")[number - 1];
  if (button instanceof HTMLElement) button.focus();
  return button !== undefined;
}

function openAtGitHub() {
  const address = (current() ?? document.querySelector(".issue"))?.getAttribute("data-github");
  if (address) window.open(address, "_blank", "noopener");
}

/** @param {string} key */
function act(key) {
  const page = first === "g" ? document.querySelector(`.top nav a[data-key="${CSS.escape(key)}"]`) : null;
  first = "";
  if (page instanceof HTMLAnchorElement) location.assign(page.href);
  else if (key === "g") first = "g";
  else if (key === "j") step(1);
  else if (key === "k") step(-1);
  else if (key === "o") openAtGitHub();
  else if (key === "/") return focusFilter();
  else if (key === "?") showKeys();
  else if (/^[1-9]$/.test(key)) return choose(Number(key));
  else return false;
  return true;
}

function focusFilter() {
  const filter = document.querySelector("#filter");
  if (!(filter instanceof HTMLInputElement)) return false;
  filter.focus();
  // What was typed before would be in the way.
  filter.select();
  return true;
}

function showKeys() {
  const list = document.querySelector("#keys");
  if (!(list instanceof HTMLDetailsElement)) return;
  list.open = !list.open;
  list.querySelector("summary")?.focus();
}

/** @param {EventTarget | null} target */
function isTyping(target) {
  return target instanceof Element && target.closest("input, textarea, select, [contenteditable]") !== null;
}

document.addEventListener("keydown", (event) => {
  const { key, target, ctrlKey, metaKey, altKey } = event;
  if (key === "Escape" && isTyping(target) && target instanceof HTMLElement) return target.blur();
  if (ctrlKey || metaKey || altKey || isTyping(target) || !isOn()) return;
  if (act(key)) event.preventDefault();
});

const box = document.querySelector("#keys-on");
if (box instanceof HTMLInputElement) {
  box.checked = isOn();
  box.closest("label")?.removeAttribute("hidden");
  box.addEventListener("change", () => localStorage.setItem(switchedOff, box.checked ? "on" : "off"));
}
