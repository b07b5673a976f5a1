/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
// @ts-check
/** Keeps an open page up to date, and shows times in the zone of the browser. */

/** HTML of each child of a live part, as the server sent it. @type {WeakMap<Element, string>} */
const sources = new WeakMap();

/** Shows the parts that have changed. @param {Record<string, string>} parts HTML by id */
function update(parts) {
  for (const [id, html] of Object.entries(parts)) {
    const part = document.getElementById(id);
    const template = document.createElement("template");
    template.innerHTML = html;
    if (part !== null) merge(part, [...template.content.children]);
  }
  showTimes(document);
}

/**
 * Replaces the children of a part. One whose key and content are the same stays as it is, with its
 * focus, its selection and what it plays.
 *
 * @param {Element} part @param {Element[]} next
 */
function merge(part, next) {
  const present = new Map([...part.children].map((child, at) => [keyOf(child, at), child]));
  const focused = part.contains(document.activeElement) ? document.activeElement : null;
  const merged = next.map((child, at) => {
    const source = child.outerHTML;
    const same = present.get(keyOf(child, at));
    if (same !== undefined && sources.get(same) === source) return same;
    sources.set(child, source);
    return child;
  });
  for (const child of [...part.children]) if (!merged.includes(child)) child.remove();
  merged.forEach((child, at) => {
    if (part.children[at] !== child) part.insertBefore(child, part.children[at] ?? null);
  });
  if (focused !== null && !focused.isConnected) focusSame(part, focused);
}

/** @param {Element} child @param {number} at */
function keyOf(child, at) {
  return child.getAttribute("data-key") ?? `at ${at}`;
}

/** Focuses the element that has replaced another. @param {Element} part @param {Element} lost */
function focusSame(part, lost) {
  const same = [...part.querySelectorAll(lost.localName)].find((each) =>
    each.id === lost.id && each.getAttribute("href") === lost.getAttribute("href") &&
    each.getAttribute("value") === lost.getAttribute("value")
  );
  if (same instanceof HTMLElement) same.focus();
}

const FULL = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "medium" });

/** @param {ParentNode} root */
function showTimes(root) {
  for (const time of root.querySelectorAll("time")) {
    const at = Date.parse(time.dateTime);
    const text = time.hasAttribute("data-age") ? ageOf(Date.now() - at) : FULL.format(at);
    if (time.textContent !== text) time.textContent = text;
  }
}

/** Formats an age: `now`, `12 s`, `5 min`, `3 h`, `2 d`. @param {number} ms */
function ageOf(ms) {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  if (seconds < 1) return "now";
  if (seconds < 60) return `${seconds} s`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min`;
  if (seconds < 86_400) return `${Math.floor(seconds / 3600)} h`;
  return `${Math.floor(seconds / 86_400)} d`;
}

/** @type {EventSource | undefined} */
let stream;

/** Opens the stream of the page while somebody can see it. */
function follow() {
  if (document.hidden) {
    stream?.close();
    stream = undefined;
  } else if (stream === undefined && document.querySelector("[data-live]") !== null) {
    stream = new EventSource(location.href);
    stream.addEventListener("message", ({ data }) => update(JSON.parse(data)));
    stream.addEventListener("open", () => document.body.classList.add("is-live"));
    stream.addEventListener("error", () => document.body.classList.remove("is-live"));
  }
}

for (const part of document.querySelectorAll("[data-live]")) {
  for (const child of part.children) sources.set(child, child.outerHTML);
}
showTimes(document);
setInterval(() => showTimes(document), 1000);
follow();
document.addEventListener("visibilitychange", follow);
addEventListener("pagehide", () => {
  stream?.close();
  stream = undefined;
});
addEventListener("pageshow", follow);
// The address has changed, and with it what the stream shows.
addEventListener("popstate", () => {
  stream?.close();
  stream = undefined;
  follow();
});

for (const form of document.querySelectorAll("form[data-filter]")) {
  form.addEventListener("change", () => /** @type {HTMLFormElement} */ (form).requestSubmit());
}
const link = document.querySelector("form[data-submit]");
if (link instanceof HTMLFormElement) link.requestSubmit();
