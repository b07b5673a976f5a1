/** Texts with merge tags. */
import type { FC } from "hono/jsx";
import { piecesOf } from "../../core/personalisation/merge_tags.ts";

/** Text as it was written; its merge tags stand out. */
export const TaggedText: FC<{ text: string }> = ({ text }) => (
  <bdi class="isolated" dir="auto">
    {piecesOf(text).map((piece) =>
      piece.tag === null ? piece.text : <mark class="tag">{piece.text}</mark>
    )}
  </bdi>
);
