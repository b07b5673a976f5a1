/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
// @ts-check
/** Copies texts, opens rows by a click anywhere on them, and listens to keys. */
{
  document.documentElement.classList.add("scripted");

  /** Controls in which letters are typed, or that have keys of their own. */
  const TYPED = "input, textarea, select, audio, video, [contenteditable]";
  /** Time after `g` within which the letter of a page counts, in milliseconds. */
  const GO_MS = 1500;
  /** Time for which a button says that it has copied, in milliseconds. */
  const COPIED_MS = 1500;

  /** @param {Element} source @returns {string} */
  const textOf = (source) =>
    source instanceof HTMLInputElement ? source.value : source.textContent ?? "";

  /** Copies by a selection, where there is no clipboard: over HTTP from another machine. */
  const copySelected = (/** @type {string} */ text) => {
    const field = document.createElement("textarea");
    field.className = "unseen";
    field.value = text;
    document.body.append(field);
    field.select();
    const isCopied = document.execCommand("copy");
    field.remove();
    return isCopied;
  };

  /** Tells what was done to who does not see the button. @param {string} text */
  const tell = (text) => {
    const present = document.getElementById("copy-status");
    const status = present ?? document.createElement("p");
    status.id = "copy-status";
    status.className = "unseen";
    status.role = "status";
    if (present === null) document.body.append(status);
    // A status that comes with its text may not be read out.
    requestAnimationFrame(() => status.textContent = text);
  };

  /** Copies the element before a button. @param {Element} button */
  const copy = async (button) => {
    const source = button.previousElementSibling;
    if (source === null) return;
    const text = textOf(source);
    const isCopied = await navigator.clipboard?.writeText(text).then(() => true, () => false) ||
      copySelected(text);
    if (!isCopied) {
      getSelection()?.selectAllChildren(source);
      if (source instanceof HTMLInputElement) source.select();
    }
    if (button instanceof HTMLElement) button.focus();
    tell(isCopied ? "Copied" : "Not copied: press Ctrl+C");
    button.classList.add(isCopied ? "copied" : "not-copied");
    setTimeout(() => {
      button.classList.remove("copied", "not-copied");
      tell("");
    }, COPIED_MS);
  };

  document.addEventListener("click", (event) => {
    const { target } = event;
    if (!(target instanceof Element)) return;
    const button = target.closest("[data-copy]");
    if (button !== null) copy(button);
    if (target.closest("[data-keys]") !== null) showKeys();
  });

  /** Follows the first link of a row. @param {MouseEvent} event */
  const openRow = (event) => {
    const { target } = event;
    if (event.defaultPrevented || !(target instanceof Element)) return;
    if (target.closest("a, button, input, select, textarea, label, summary, form") !== null) return;
    const link = target.closest("[data-row]")?.querySelector("a[href]");
    // Who has selected a text wants to copy it.
    if (!(link instanceof HTMLAnchorElement) || getSelection()?.isCollapsed === false) return;
    if (event.ctrlKey || event.metaKey || event.button === 1) open(link.href, "_blank", "noopener");
    else if (event.button === 0) location.assign(link.href);
  };
  document.addEventListener("click", openRow);
  document.addEventListener("auxclick", openRow);

  const showKeys = () => {
    const keys = document.getElementById("keys");
    if (keys instanceof HTMLDialogElement) keys.showModal();
  };

  const search = () => {
    const box = document.querySelector("input[type=search]");
    if (box instanceof HTMLInputElement) return box.focus();
    const messages = document.querySelector("[data-go=m]");
    if (messages instanceof HTMLAnchorElement) location.assign(`${messages.href}#query`);
  };
  if (location.hash === "#query") search();

  /** Time of the last `g`. */
  let wentAt = -Infinity;
  document.addEventListener("keydown", (event) => {
    const { key, target, timeStamp } = event;
    const isTyping = target instanceof Element && target.closest(TYPED) !== null;
    const isModified = event.ctrlKey || event.metaKey || event.altKey;
    if (isTyping || isModified || event.isComposing || event.repeat) return;
    if (document.querySelector("dialog:modal") !== null) return;
    const link = timeStamp - wentAt < GO_MS
      ? document.querySelector(`[data-go="${CSS.escape(key)}"]`)
      : null;
    wentAt = key === "g" ? timeStamp : -Infinity;
    if (link instanceof HTMLAnchorElement) location.assign(link.href);
    else if (key === "/") search();
    else if (key === "?") showKeys();
    else return;
    event.preventDefault();
  });
}
