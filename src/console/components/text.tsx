/** Texts: what strangers wrote, times, sizes and numbers. */
import type { FC } from "hono/jsx";
import { visible } from "../../core/visible.ts";
import { localeOf } from "../../web/locale.ts";

/** Text of a message, as it was written; it cannot reorder or leave its surroundings. */
export const IsolatedText: FC<{ text: string }> = ({ text }) => (
  <bdi class="isolated" dir="auto">{text}</bdi>
);

/** Name, id or other value of one line; control characters are shown as escapes. */
export const Value: FC<{ text: string | null | undefined }> = ({ text }) => (
  text === null || text === undefined || text === ""
    ? <span class="none">–</span>
    : <bdi>{visible(text)}</bdi>
);

/** Id or code, in letters of one width. */
export const Code: FC<{ text: string | null | undefined }> = ({ text }) => (
  text === null || text === undefined || text === "" ? <span class="none">–</span> : (
    <code>
      <bdi>{visible(text)}</bdi>
    </code>
  )
);

/** Text of openapi.yaml, with its code between backticks. */
export const Prose: FC<{ text: string }> = ({ text }) => (
  <>
    {text.split("`").map((part, at) => at % 2 === 0 ? part : <code>{part}</code>)}
  </>
);

const DAY_AND_TIME = new Intl.DateTimeFormat("en-GB", {
  dateStyle: "medium",
  timeStyle: "medium",
  timeZone: "UTC",
});

/**
 * Time as people read it, in UTC, with ISO 8601 on hover; the script shows it in the zone of the
 * browser, or as an age.
 */
export const Time: FC<{ at: string | null; isAge?: boolean }> = ({ at, isAge = false }) => {
  if (at === null) return <span class="none">–</span>;
  return (
    <time datetime={at} title={at} data-age={isAge ? "" : undefined}>
      {`${DAY_AND_TIME.format(Date.parse(at))} UTC`}
    </time>
  );
};

const NUMBER = new Intl.NumberFormat("en");

/** Formats a number with groups of thousands. */
export function grouped(value: number): string {
  return NUMBER.format(value);
}

/** Formats a size: `1 byte`, `312 bytes`, `84 kB`, `1.2 MB`. */
export const sizeOf: (bytes: number) => string = localeOf("en").size;

/** Formats a duration: `0.4 s`, `12 s`, `3:05`. */
export function durationOf(ms: number): string {
  if (ms < 60_000) return `${Number((ms / 1000).toFixed(ms < 10_000 ? 1 : 0))} s`;
  const seconds = Math.round(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** Formats a latency: `14 ms`, `1.2 s`, `3:05`. */
export function latencyOf(ms: number): string {
  return ms < 1000 ? `${Math.round(ms)} ms` : durationOf(ms);
}
