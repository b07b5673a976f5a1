/** Progress of a template whose files are being prepared. */
import type { FC } from "hono/jsx";
import type { TemplateMedia } from "../../generated/admin.ts";

/** States of a file in words. */
const WORDS: Readonly<Record<TemplateMedia["state"], string>> = {
  pending: "not started",
  fetching: "being fetched",
  waiting: "fetched, waits for its turn",
  transcoding: "being transcoded",
  done: "ready",
  failed: "failed",
};

/** State of a file in words, with its progress where it is known. */
export function stateOfFile({ state, percent }: TemplateMedia): string {
  return percent === undefined ? WORDS[state] : `${WORDS[state]}, ${percent} %`;
}

/** Bar of all files of a template, with their number. */
export const TemplateProgress: FC<{ media: readonly TemplateMedia[] }> = ({ media }) => {
  const done = media.filter(isOver).length;
  const percent = media.reduce((sum, file) => sum + (isOver(file) ? 100 : file.percent ?? 0), 0);
  const text = media.length === 0 ? "Being prepared" : `${done} of ${media.length} files done`;
  return (
    <p class="progress">
      <progress aria-label={text} max={media.length * 100 || 1} value={percent}></progress>
      <span class="hint">{text}</span>
    </p>
  );
};

/** Bar of one file; none unless its progress is known. */
export const FileProgress: FC<{ of: TemplateMedia }> = ({ of }) => (
  of.percent === undefined ? null : (
    <progress
      aria-label={`Progress of slide ${of.slide}, ${of.kind}`}
      max={100}
      value={of.percent}
    >
    </progress>
  )
);

function isOver({ state }: TemplateMedia): boolean {
  return state === "done" || state === "failed";
}
