/**
 * Keeps an open page as the server would send it now: fetches the page's own address when the stream of changes says so,
 * or without a stream every few seconds, and morphs the content, so that typed text, opened details and the focus stay.
 * Pages work without it.
 */

/** The script before this one makes it. */
const { Idiomorph } = /** @type {typeof import("idiomorph")} */ (/** @type {unknown} */ (globalThis));

const leastMs = 1_000;
const pollMs = 3_000;
/** With a stream. Presence and ages change without a change in the index, and a proxy may hold events back. */
const streamedPollMs = 30_000;
/** How long a stream that was refused is left alone. */
const refusedMs = 60_000;
const ageMs = 20_000;
const announceMs = 10_000;

/** @type {string | undefined} */
let etag;
let fetchedAt = 0;
let announcedAt = 0;
let isPressed = false;
let isFetching = false;
/** Something changed, or may have, since the page was fetched. */
let isDue = false;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;

/** A page that answers a form says what went wrong with it, and fetching its address again would not. */
const isStill = () => document.querySelector("main[data-still]") !== null;

function soon() {
  isDue = true;
  if (document.hidden || isPressed || isFetching || isStill() || timer !== undefined) return;
  timer = setTimeout(refresh, Math.max(0, fetchedAt + leastMs - Date.now()));
}

async function refresh() {
  timer = undefined;
  if (document.hidden || isPressed) return;
  isDue = false;
  isFetching = true;
  fetchedAt = Date.now();
  try {
    const headers = etag === undefined ? {} : { "if-none-match": etag };
    const response = await fetch(location.href, { headers, redirect: "error" });
    if (response.status === 200) await show(response);
    else if (response.status === 404) location.reload();
    say(response.status < 400 ? "" : "The server does not answer: this page may be out of date.");
  } catch {
    // A redirect means that the session has ended; anything else, that the server is away.
    say("The server does not answer: this page may be out of date.");
  } finally {
    isFetching = false;
    if (isDue) soon();
  }
}

/** @param {Response} response */
async function show(response) {
  const found = new DOMParser().parseFromString(await response.text(), "text/html");
  // What is under a pressed pointer must not move; it is fetched again once the pointer is up.
  if (isPressed) {
    isDue = true;
    return;
  }
  etag = response.headers.get("etag") ?? undefined;
  const before = document.querySelector("main")?.textContent;
  for (const place of ["main", ".top nav", "#as-of"]) morph(place, found);
  ages();
  if (document.querySelector("main")?.textContent !== before) announce();
}

/**
 * @param {string} place
 * @param {Document} found
 */
function morph(place, found) {
  const [now, next] = [document.querySelector(place), found.querySelector(place)];
  if (now === null || next === null) return;
  ages(next);
  // Not with `ignoreActiveValue`: it skips the children of what has the focus, and a click gives it to `main`.
  Idiomorph.morph(now, next, {
    morphStyle: "outerHTML",
    restoreFocus: true,
    callbacks: {
      // What the reader opened or closed stays so.
      beforeAttributeUpdated: (name, node) => !(name === "open" && node instanceof HTMLDetailsElement),
      beforeNodeMorphed: (node) => !isTyped(node),
      beforeNodeRemoved: (node) => !isTypedIn(node),
    },
  });
}

/** @param {Node} node */
function isTyped(node) {
  if (node instanceof HTMLTextAreaElement) return node.value !== node.defaultValue;
  if (node instanceof HTMLInputElement) return node.value !== node.defaultValue;
  return (
    node instanceof HTMLSelectElement &&
    ![...node.options].every((each) => each.selected === each.defaultSelected)
  );
}

/** Typed text outlives even what it was typed for: the server says what became of that when it is sent. */
/** @param {Node} node */
function isTypedIn(node) {
  if (!(node instanceof Element)) return false;
  return isTyped(node) || [...node.querySelectorAll("textarea, input, select")].some(isTyped);
}

/** By the rule of `times.ts`. */
/** @param {ParentNode} place */
function ages(place = document) {
  for (const time of place.querySelectorAll("time[data-age]")) {
    if (!(time instanceof HTMLTimeElement)) continue;
    const minutes = Math.floor(Math.abs(Date.now() - Date.parse(time.dateTime)) / 60_000);
    const text =
      minutes < 1
        ? "now"
        : minutes < 60
          ? `${minutes} min`
          : minutes < 1_440
            ? `${Math.floor(minutes / 60)} h`
            : `${Math.floor(minutes / 1_440)} d`;
    const shown = time.dataset.age !== "ago" ? text : text === "now" ? "just now" : `${text} ago`;
    if (time.textContent !== shown) time.textContent = shown;
  }
}

/** For readers who do not see that the page has changed. Seldom, or a busy board would talk without end. */
function announce() {
  if (Date.now() - announcedAt < announceMs) return;
  announcedAt = Date.now();
  const place = document.querySelector("#announcement");
  if (place !== null)
    place.textContent = `${document.title.split(" · ")[0]} changed at ${new Date().toISOString().slice(11, 19)} UTC.`;
}

/** @param {string} text */
function say(text) {
  const place = document.querySelector("#trouble");
  if (place !== null && place.textContent !== text) place.textContent = text;
}

/** @type {EventSource | undefined} */
let stream;
let refusedAt = -refusedMs;

const isStreaming = () => stream?.readyState === EventSource.OPEN;

/**
 * Listens while the page can be seen. A browser opens few connections to a server, so hidden pages must not keep any;
 * and what changed before the stream was open is in the page that is fetched then.
 */
function listen() {
  const address = document.querySelector('meta[name="changes"]')?.getAttribute("content");
  if (document.hidden || !address || stream !== undefined || Date.now() - refusedAt < refusedMs) return;
  const opened = new EventSource(address);
  stream = opened;
  for (const name of ["open", "changes", "reset"]) opened.addEventListener(name, soon);
  opened.addEventListener("error", () => {
    // Otherwise the browser comes back by itself.
    if (opened.readyState !== EventSource.CLOSED) return;
    refusedAt = Date.now();
    hush();
  });
}

function hush() {
  stream?.close();
  stream = undefined;
}

function poll() {
  listen();
  if (!isStreaming() || Date.now() - fetchedAt >= streamedPollMs) soon();
}

document.addEventListener("visibilitychange", () => {
  if (document.hidden) hush();
  else {
    listen();
    soon();
  }
});
document.addEventListener("pointerdown", () => {
  isPressed = true;
});
for (const end of ["pointerup", "pointercancel"])
  document.addEventListener(end, () => {
    // The click comes after it.
    setTimeout(() => {
      isPressed = false;
      if (isDue) soon();
    }, 50);
  });
setInterval(poll, pollMs);
setInterval(ages, ageMs);
ages();
listen();
