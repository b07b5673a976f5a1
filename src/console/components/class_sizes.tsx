/** Size of a template's message in each class of renditions, beside the limit of the class. */
import type { FC } from "hono/jsx";
import {
  RENDITION_PROFILES,
  RENDITIONS_BEST_FIRST,
  wireBytes,
} from "../../core/media/renditions.ts";
import { SMIL_BYTES_A_SLIDE } from "../../core/composition/compose.ts";
import type { TemplateDetail } from "../../generated/admin.ts";
import { sizeOf } from "./text.tsx";

const utf8 = new TextEncoder();

export const ClassSizes: FC<{ of: TemplateDetail }> = ({ of: { content, media } }) => {
  const isDrawn = content.slides.some(({ picture }) => picture !== undefined);
  const texts = content.slides.reduce(
    (sum, { text }) => sum + SMIL_BYTES_A_SLIDE + utf8.encode(text ?? "").length,
    0,
  );
  return (
    <ul class="classes">
      {RENDITIONS_BEST_FIRST.map((name) => {
        const limit = RENDITION_PROFILES[name].wireBytes;
        const forms = media.flatMap(({ renditions }) =>
          renditions.filter((form) => form.name === name)
        );
        const isMade = forms.length === media.length;
        const bytes = wireBytes(forms.reduce((sum, form) => sum + form.bytes, texts));
        return (
          <li>
            <strong>{name}</strong>{" "}
            {isMade && bytes <= limit && (
              <meter aria-label={`${name}: share of its limit`} max={limit} value={bytes}></meter>
            )}
            <span class="hint">
              {isMade ? `${sizeOf(bytes)} of ${sizeOf(limit)}` : "its files do not fit"}
              {isMade && isDrawn && ", and what is drawn"}
              {isMade && bytes > limit && ": goes out as an SMS with a link"}
            </span>
          </li>
        );
      })}
    </ul>
  );
};
