/** Icons as inline SVG, in the colour of the surrounding text. */
import { type Markup, trusted } from "./markup.ts";

function icon(strokes: string): Markup {
  return trusted(
    `<svg class="icon" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="1.75" ` +
      `stroke-linecap="round" stroke-linejoin="round" aria-hidden="true" focusable="false">` +
      `${strokes}</svg>`,
  );
}

export const ICONS = {
  message: icon(
    `<path d="M5 4.5h14a2.5 2.5 0 0 1 2.5 2.5v8a2.5 2.5 0 0 1-2.5 2.5h-6.5L7.5 21v-3.5H5` +
      `A2.5 2.5 0 0 1 2.5 15V7A2.5 2.5 0 0 1 5 4.5z"/><path d="M7.5 9.5h9M7.5 13h5.5"/>`,
  ),
  picture: icon(
    `<rect x="3" y="4" width="18" height="16" rx="2.5"/><circle cx="8.75" cy="9.5" r="1.75"/>` +
      `<path d="M3.5 17.5 9 13l3.5 3 4-4.5 4.5 5"/>`,
  ),
  sound: icon(
    `<path d="M9 17.5V6l10.5-2v11.5"/><circle cx="6.5" cy="17.5" r="2.5"/>` +
      `<circle cx="17" cy="15.5" r="2.5"/>`,
  ),
  film: icon(
    `<rect x="3" y="5" width="18" height="14" rx="2.5"/><path d="m10.25 9 5 3-5 3z"/>`,
  ),
  person: icon(
    `<circle cx="12" cy="8.25" r="3.75"/><path d="M4.75 20a7.25 7.25 0 0 1 14.5 0"/>`,
  ),
  calendar: icon(
    `<rect x="3.5" y="5" width="17" height="15.5" rx="2.5"/><path d="M3.5 10h17M8 2.75V7M16 2.75V7"/>` +
      `<path d="m9 15.25 2.25 2.25L15.5 13.5"/>`,
  ),
  document: icon(
    `<path d="M13.5 2.75H7A2.5 2.5 0 0 0 4.5 5.25v13.5A2.5 2.5 0 0 0 7 21.25h10a2.5 2.5 0 0 0 ` +
      `2.5-2.5v-10z"/><path d="M13.5 2.75v6h6M8.5 13.25h7M8.5 17h4.5"/>`,
  ),
  table: icon(
    `<rect x="3.5" y="4" width="17" height="16" rx="2.5"/><path d="M3.5 9.5h17M3.5 14.75h17M9.5 9.5V20"/>`,
  ),
  copy: icon(
    `<rect x="8.5" y="8.5" width="12" height="12" rx="2.5"/>` +
      `<path d="M15.5 8.5V6A2.5 2.5 0 0 0 13 3.5H6A2.5 2.5 0 0 0 3.5 6v7A2.5 2.5 0 0 0 6 15.5h2.5"/>`,
  ),
  download: icon(`<path d="M12 4v11m-4.5-4.25L12 15.25l4.5-4.5M5 19.75h14"/>`),
  clock: icon(`<circle cx="12" cy="12" r="9"/><path d="M12 7v5.25l3.5 2"/>`),
  search: icon(`<circle cx="10.75" cy="10.75" r="6.75"/><path d="m15.75 15.75 5 5"/>`),
} as const;
