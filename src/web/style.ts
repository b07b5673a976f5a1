/** Colours of both schemes that others are derived from, or have to stand out from. */
export const SURFACES = {
  light: { paper: "#f6f5f2", card: "#ffffff", ink: "#1d1c1a", soft: "#5f5c55" },
  dark: { paper: "#111215", card: "#1b1d21", ink: "#edebe6", soft: "#adaaa3" },
} as const;
const { light, dark } = SURFACES;

/** Colours as custom properties, in both schemes and in print. */
export const PALETTE = `
:root {
  color-scheme: light dark;
  --paper: ${light.paper};
  --card: ${light.card};
  --well: #eeece7;
  --line: #e3e0d9;
  --ink: ${light.ink};
  --soft: ${light.soft};
  --accent: #2a55c9;
  --tint: #e9eefb;
  --shadow: 0 1px 2px rgb(40 34 20 / .05), 0 10px 30px rgb(40 34 20 / .06);
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: ${dark.paper};
    --card: ${dark.card};
    --well: #0b0c0e;
    --line: #2d3036;
    --ink: ${dark.ink};
    --soft: ${dark.soft};
    --accent: #9dbbff;
    --tint: #252c3d;
    --shadow: none;
  }
}
@media print {
  :root {
    --paper: #fff;
    --card: #fff;
    --well: #fff;
    --line: #bbb;
    --ink: #000;
    --soft: #444;
    --accent: #000;
    --tint: #fff;
    --shadow: none;
  }
}
`;

/** Rules of every page: hosted ones, the manual and the console. */
export const COMMON = `
*, ::before, ::after { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }
body { margin: 0; background: var(--paper); color: var(--ink); }
a { color: var(--accent); text-underline-offset: .15em; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; border-radius: .25rem; }
.unseen {
  position: absolute;
  width: 1px;
  height: 1px;
  margin: -1px;
  overflow: hidden;
  clip-path: inset(50%);
  white-space: nowrap;
}
`;

/** Link at the beginning of pages with a navigation, which shows when it has the focus. */
export const SKIP_LINK = `
main:focus { outline: none; }
.skip { position: absolute; left: -100vw; }
.skip:focus {
  left: 1rem;
  top: .5rem;
  z-index: 3;
  padding: .5rem 1rem;
  background: var(--card);
}
`;

/** Style sheet of every hosted page, inline: the pages' CSP allows it by its hash. */
export const STYLE = `${PALETTE}${COMMON}body {
  min-height: 100vh;
  min-height: 100svh;
  padding: 0 max(1rem, env(safe-area-inset-right)) env(safe-area-inset-bottom)
    max(1rem, env(safe-area-inset-left));
  font: 1.0625rem/1.6 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Helvetica Neue",
    "Liberation Sans", Arial, sans-serif, "Apple Color Emoji", "Segoe UI Emoji", "Noto Color Emoji";
}
body > * { max-width: 40rem; margin-inline: auto; }
h1, h2, p, ul, figure { margin: 0; padding: 0; }
a:hover { text-decoration-thickness: 2px; }
.icon { display: block; flex: none; width: 1.5rem; height: 1.5rem; }

.top { padding: clamp(1.75rem, 6vw, 3.5rem) .25rem clamp(1.25rem, 3vw, 2rem); }
.kicker {
  display: flex;
  align-items: center;
  gap: .5rem;
  margin-bottom: .75rem;
  color: var(--soft);
  font-size: .9375rem;
}
.kicker .icon { width: 1.25rem; height: 1.25rem; }
.kicker > span { min-width: 0; overflow-wrap: anywhere; }
.kicker bdi { color: var(--ink); font-weight: 600; }
.logo { flex: none; margin-inline-end: .25rem; border-radius: .5rem; object-fit: contain; }
/* Logos are drawn for white paper: in the dark they get some. */
@media (prefers-color-scheme: dark) {
  .logo { padding: .1875rem; background: #fff; }
}
h1 {
  font-size: clamp(1.625rem, 1.25rem + 1.9vw, 2.25rem);
  line-height: 1.2;
  letter-spacing: -.015em;
  text-wrap: balance;
  overflow-wrap: anywhere;
  unicode-bidi: plaintext;
}

.slide { margin-bottom: 1.75rem; }
.slide h2 {
  padding: 0 .25rem .5rem;
  color: var(--soft);
  font-size: .875rem;
  font-weight: 500;
  line-height: 1.4;
  font-variant-numeric: tabular-nums;
}
.card {
  border: 1px solid var(--line);
  border-radius: 1.25rem;
  background: var(--card);
  box-shadow: var(--shadow);
  overflow: hidden;
}
.view { background: var(--well); }
.view img, .view video {
  display: block;
  max-width: 100%;
  height: auto;
  max-height: 85vh;
  margin-inline: auto;
  object-fit: contain;
}
.view img { color: var(--soft); font-size: .875rem; }
.view .wide, .view video { width: 100%; }
.view video { background: #000; }
.view video:not([height]) { aspect-ratio: 16 / 9; }
.view video:focus-visible { outline-offset: -3px; border-radius: 0; }
.calm { display: none; }

.sound { padding: 1rem 1.25rem; }
.view + .sound, .sound + .text { border-top: 1px solid var(--line); }
.sound p {
  display: flex;
  align-items: center;
  gap: .625rem;
  margin-bottom: .75rem;
  font-weight: 600;
}
.sound .icon { color: var(--accent); }
.sound audio { display: block; width: 100%; height: 3.375rem; border-radius: 1.75rem; }

.text {
  padding: 1.125rem 1.25rem 1.25rem;
  white-space: pre-wrap;
  overflow-wrap: anywhere;
  unicode-bidi: plaintext;
  tab-size: 4;
}
.emoji { font-size: 3rem; line-height: 1.3; text-align: center; }
.number { white-space: nowrap; }
.lost { color: var(--soft); font-style: italic; }

.files { list-style: none; padding: 1.25rem; }
.text + .files { padding-top: 0; }
.files li + li { margin-top: .75rem; }
.files a {
  display: flex;
  align-items: center;
  gap: .875rem;
  padding: .75rem;
  border: 1px solid var(--line);
  border-radius: 1rem;
  color: inherit;
  text-decoration: none;
}
.files a:hover { border-color: var(--accent); background: var(--tint); }
.files a:focus-visible { border-radius: 1rem; }
.tile {
  display: grid;
  flex: none;
  place-items: center;
  width: 2.875rem;
  height: 2.875rem;
  border-radius: .75rem;
  background: var(--tint);
  color: var(--accent);
}
.name { flex: 1; min-width: 0; line-height: 1.35; font-weight: 600; }
.name > span:not(.unseen) { display: block; color: var(--soft); font-size: .9375rem; font-weight: 400; }
.name > span.called { color: inherit; font-size: inherit; font-weight: inherit; overflow-wrap: anywhere; }
.name > span.when { color: var(--ink); }
.files a > .icon { margin-inline-end: .375rem; color: var(--soft); }
.files a:hover > .icon { color: var(--accent); }

.end { padding: .5rem .25rem 3rem; color: var(--soft); font-size: .9375rem; text-align: center; text-wrap: balance; }

.notice { display: grid; align-content: center; min-height: 88vh; text-align: center; }
.notice .tile { width: 4.5rem; height: 4.5rem; margin: 0 auto 1.5rem; border-radius: 1.5rem; }
.notice .tile .icon { width: 2.25rem; height: 2.25rem; }
.notice p { max-width: 26rem; margin: .75rem auto 0; color: var(--soft); text-wrap: balance; }

@media (prefers-reduced-motion: reduce) {
  .moving { display: none; }
  .calm { display: block; padding: 3rem 1.25rem; text-align: center; }
  picture + .calm { padding: .75rem 1.25rem; }
}
@media print {
  body { padding: 0; font-size: 11pt; }
  .top { padding: 0 0 12pt; }
  .slide { break-inside: avoid; margin-bottom: 14pt; }
  .view img, .view video { max-height: 12cm; }
  .sound audio { display: none; }
}
`;
