/** A phone that shows what is being composed. */
import type { FC } from "hono/jsx";
import type { Composition } from "../composition/composition.ts";
import { KIND_ICONS } from "../../web/files.ts";
import { Media } from "./media.tsx";
import { TaggedText } from "./tagged_text.tsx";
import { Value } from "./text.tsx";

export const PhonePreview: FC<{ of: Composition }> = ({ of: { kind, from, subject, slides } }) => {
  const shown = slides.filter(({ text, files }) => text !== "" || files.length > 0);
  return (
    <section class="phone preview" aria-label="How it looks on a phone">
      <header>
        <h2>{from === "" ? "Your message" : from}</h2>
      </header>
      <ol class="bubbles" id="preview">
        {kind !== "text" && subject !== "" && (
          <li class="bubble" data-key="subject">
            <p class="content subject">
              <TaggedText text={subject} />
            </p>
          </li>
        )}
        {shown.map(({ key, text, files }) => (
          <li class="bubble" data-key={key}>
            <div class="content show">
              {files.map(({ bytes, kind, name, shown }) =>
                shown === null
                  ? (
                    <p class="unknown">
                      {KIND_ICONS[kind]} <Value text={name} />
                    </p>
                  )
                  : <Media file={{ ...shown, bytes: bytes ?? 0 }} name={name} />
              )}
              {text !== "" && (
                <p>
                  <TaggedText text={text} />
                </p>
              )}
            </div>
          </li>
        ))}
        {shown.length === 0 && <li class="hint" data-key="none">Your message appears here.</li>}
      </ol>
    </section>
  );
};
