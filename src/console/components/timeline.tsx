/** Timeline of a message or template. */
import type { FC } from "hono/jsx";
import type { MessageEvent } from "../../core/message/message_state.ts";
import type { HistoryEntry, PostbackEntry } from "../../generated/admin.ts";
import { CodeLink } from "./code_explanation.tsx";
import { State } from "./state.tsx";
import { Time, Value } from "./text.tsx";

/** Events of the state table in words. */
const TRANSITIONS: Readonly<Record<MessageEvent, string>> = {
  "wait": "Waits for its delivery window",
  "cancel": "Canceled",
  "prepare": "Its files are being fitted to the operator",
  "prepared": "Its files fit",
  "unfit": "Its files cannot be made to fit",
  "begin": "Sending began",
  "taken": "Taken by the carrier",
  "delivered": "Delivered",
  "expired": "Expired",
  "failed": "Failed",
  "rejected": "Rejected",
  "unrecognised": "Not recognised",
  "unreported": "No report came",
  "presumed expired": "Presumed expired: no report came",
  "presumed failed": "Presumed failed: the carrier may have it",
  "presumed rejected": "Presumed rejected: the carrier may have it",
};

/** Events in words, where their names do not say enough. */
const WORDS: Readonly<Record<string, string>> = {
  ...TRANSITIONS,
  "accepted": "Accepted",
  "saved": "Saved",
  "transcoded": "All files are ready",
  "content-refused": "A file was refused",
  "audio-failed": "An audio file cannot be used",
  "video-failed": "A video cannot be used",
  "image-failed": "An image cannot be used",
  "retried": "Its files are fetched again",
  "retry": "To be tried again",
  "delivery interrupted": "Sending was interrupted by a fault of ours",
  "preparation interrupted": "Fitting its files was interrupted by a fault of ours",
  "transcoding interrupted": "Transcoding was interrupted by a fault of ours",
  "postback interrupted": "Sending a postback was interrupted by a fault of ours",
};

const GOOD = new Set(["delivered", "ready", "received"]);
const BAD = new Set(["failed", "expired", "rejected", "unrecognised"]);

interface Moment {
  at: string;
  event: HistoryEntry | null;
  postback: PostbackEntry | null;
}

/** Events, and the postbacks that they caused, in the order of time. */
export const Timeline: FC<{
  history: readonly HistoryEntry[];
  postbacks: readonly PostbackEntry[];
  hasManual: boolean;
}> = ({ history, postbacks, hasManual }) => {
  const moments: Moment[] = [
    ...history.map((event) => ({ at: event.at, event, postback: null })),
    ...postbacks.map((postback) => ({
      at: postback["sent-at"] ?? postback["created-at"],
      event: null,
      postback,
    })),
  ].sort((a, b) => a.at < b.at ? -1 : a.at > b.at ? 1 : 0);
  const start = Date.parse(moments[0]?.at ?? "");
  return (
    <ol class="timeline">
      {moments.map(({ at, event, postback }) => (
        <li class={toneOf(event?.state, postback?.state)}>
          {event !== null && <p>{wordsOf(event)}</p>}
          {event?.details && (
            <p class="hint">
              <Value text={event.details} />
            </p>
          )}
          {postback !== null && (
            <p>
              Postback <CodeLink code={postback.code} hasManual={hasManual} />{" "}
              <State of={postback.state} />
            </p>
          )}
          <Time at={at} /> <span class="after">{afterOf(Date.parse(at) - start)}</span>
        </li>
      ))}
    </ol>
  );
};

function wordsOf({ event, state }: HistoryEntry): string {
  const words = WORDS[event] ?? event;
  // Texts have no state for it.
  return event === "expired" && state === "failed"
    ? "Failed: expired before a carrier delivered it"
    : words;
}

function toneOf(state: string | null | undefined, postback: string | undefined) {
  if (postback === "dead" || BAD.has(state ?? "")) return "bad";
  return GOOD.has(state ?? "") ? "good" : undefined;
}

/** Formats the time since the first event; nothing for the first. */
function afterOf(ms: number): string {
  if (ms <= 0) return "";
  if (ms < 1000) return `+${Math.round(ms)} ms`;
  if (ms < 60_000) return `+${(ms / 1000).toFixed(1)} s`;
  if (ms < 3_600_000) return `+${Math.round(ms / 60_000)} min`;
  return `+${(ms / 3_600_000).toFixed(1)} h`;
}
