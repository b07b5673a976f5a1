/** Error pages of hosted messages and short links. */
import { documentOf } from "./document.ts";
import { ICONS } from "./icons.ts";
import { type Markup, markup } from "./markup.ts";

/** Renders the page of an expired link (410). */
export function gonePage(): string {
  return notice(
    ICONS.clock,
    "This message has expired",
    "Messages like this one can be opened for a limited time only. " +
      "If you still need it, please ask the sender to send it again.",
  );
}

/** Renders the page of an unknown link (404). */
export function missingPage(): string {
  return notice(
    ICONS.search,
    "There is nothing here",
    "Please check that you have opened the whole link, exactly as it was sent to you.",
  );
}

function notice(icon: Markup, title: string, text: string): string {
  return documentOf(
    title,
    markup`<main class="notice">
<div>
<div class="tile">${icon}</div>
<h1>${title}</h1>
<p>${text}</p>
</div>
</main>`,
  );
}
