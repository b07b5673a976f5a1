/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
// @ts-check
/** Plays MMS slide by slide, and opens hosted pages within the phone. */

/** @param {HTMLElement} parent @param {string} label @param {string} text */
function makeButton(parent, label, text) {
  const button = document.createElement("button");
  button.type = "button";
  button.ariaLabel = label;
  button.textContent = text;
  parent.append(button);
  return button;
}

/** @param {Element} element @returns {HTMLMediaElement[]} */
function playersIn(element) {
  return [...element.querySelectorAll("audio, video")].filter((each) =>
    each instanceof HTMLMediaElement
  );
}

/** Turns the list of slides into a player. @param {HTMLElement} show */
function makePlayer(show) {
  show.dataset.show = "ready";
  const slides = /** @type {HTMLElement[]} */ ([...show.children]);
  if (slides.length < 2) return;
  let current = 0;
  let isPlaying = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;

  const bar = document.createElement("div");
  bar.className = "player";
  const back = makeButton(bar, "Previous slide", "‹");
  const play = makeButton(bar, "Play", "▶\uFE0E");
  const next = makeButton(bar, "Next slide", "›");
  const position = document.createElement("span");
  bar.append(position);
  show.after(bar);

  /** @param {number} index */
  function go(index) {
    clearTimeout(timer);
    for (const player of playersIn(show)) player.pause();
    current = (index + slides.length) % slides.length;
    slides.forEach((slide, at) => slide.hidden = at !== current);
    position.textContent = `${current + 1} of ${slides.length}`;
    if (isPlaying) run();
  }

  /** Plays the current slide: as long as its presentation says, and until its film has ended. */
  function run() {
    const slide = slides[current];
    if (slide === undefined) return;
    const ends = playersIn(slide).map((player) => {
      player.currentTime = 0;
      return player.play().then(
        () => new Promise((resolve) => player.addEventListener("ended", resolve, { once: true })),
        () => {},
      );
    });
    const shown = current;
    timer = setTimeout(async () => {
      await Promise.all(ends);
      if (!isPlaying || shown !== current) return;
      if (current === slides.length - 1) pause();
      else go(current + 1);
    }, Number(slide.dataset.ms));
  }

  function pause() {
    isPlaying = false;
    clearTimeout(timer);
    play.textContent = "▶\uFE0E";
    play.ariaLabel = "Play";
    for (const player of playersIn(show)) player.pause();
  }

  play.addEventListener("click", () => {
    if (isPlaying) return pause();
    isPlaying = true;
    play.textContent = "❚❚";
    play.ariaLabel = "Pause";
    if (current === slides.length - 1) go(0);
    else run();
  });
  back.addEventListener("click", () => go(current - 1));
  next.addEventListener("click", () => go(current + 1));
  pause();
  go(0);
}

/** Opens a hosted page over the phone's screen. @param {HTMLAnchorElement} link */
function openPage(link) {
  const phone = link.closest(".phone");
  if (phone === null) return;
  const dialog = document.createElement("dialog");
  dialog.className = "page";
  dialog.ariaLabel = "Hosted page";
  const frame = document.createElement("iframe");
  frame.src = link.href;
  frame.title = "Hosted page";
  frame.setAttribute("sandbox", "allow-same-origin allow-popups allow-downloads");
  const close = document.createElement("button");
  close.type = "button";
  close.textContent = "Close";
  close.addEventListener("click", () => dialog.close());
  dialog.addEventListener("close", () => dialog.remove());
  dialog.append(close, frame);
  phone.append(dialog);
  dialog.show();
  close.focus();
}

/** @param {Element} list */
function scrollDown(list) {
  list.scrollTop = list.scrollHeight;
}

function prepare() {
  for (const show of document.querySelectorAll('[data-show=""]')) {
    makePlayer(/** @type {HTMLElement} */ (show));
  }
}

for (const list of document.querySelectorAll(".bubbles")) {
  let wasAtEnd = true;
  list.addEventListener("scroll", () => {
    wasAtEnd = list.scrollTop + list.clientHeight >= list.scrollHeight - 40;
  });
  new MutationObserver(() => {
    prepare();
    if (wasAtEnd) scrollDown(list);
  }).observe(list, { childList: true });
  // Pictures grow the list when they load.
  list.addEventListener("load", () => wasAtEnd && scrollDown(list), true);
}
prepare();
for (const list of document.querySelectorAll(".bubbles")) scrollDown(list);

document.addEventListener("click", (event) => {
  const link = event.target instanceof Element ? event.target.closest("a[data-page]") : null;
  if (!(link instanceof HTMLAnchorElement) || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  openPage(link);
});
document.addEventListener("keydown", (event) => {
  const { target } = event;
  if (event.key === "Escape") {
    document.querySelector("dialog.page button")?.dispatchEvent(new Event("click"));
  }
  if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
  if (!(target instanceof HTMLTextAreaElement) || target.dataset.enter === undefined) return;
  event.preventDefault();
  const send = target.form?.querySelector("button[value=send]");
  if (target.value.trim() !== "" && send instanceof HTMLElement) send.click();
});
document.addEventListener("change", ({ target }) => {
  if (!(target instanceof HTMLInputElement) || target.dataset.files === undefined) return;
  const chosen = target.form?.querySelector("[data-chosen]");
  if (chosen) chosen.textContent = [...target.files ?? []].map(({ name }) => name).join(", ");
});
