/** States of messages, templates, connectors and postbacks as coloured labels. */
import type { FC } from "hono/jsx";
import type { FoundMessage } from "../../generated/admin.ts";

type Tone = "good" | "bad" | "busy" | "calm";

/** Colour of each state of a message; the word says the same. */
const MESSAGE_TONES: Readonly<Record<FoundMessage["state"], Tone>> = {
  scheduled: "calm",
  accepted: "busy",
  preparing: "calm",
  sent: "calm",
  submitted: "busy",
  unreported: "calm",
  received: "good",
  delivered: "good",
  expired: "bad",
  failed: "bad",
  rejected: "bad",
  unrecognised: "bad",
  canceled: "calm",
};

/** Colour of each state. */
const TONES: Readonly<Record<string, Tone>> = {
  ...MESSAGE_TONES,
  locked: "busy",
  pending: "busy",
  ready: "good",
  done: "good",
  active: "good",
  up: "good",
  down: "bad",
  "not set up": "bad",
  dead: "bad",
  disabled: "bad",
  ok: "good",
  wrong: "bad",
  warning: "busy",
  critical: "bad",
  parked: "busy",
};

export const State: FC<{ of: string }> = ({ of }) => (
  <span class={`state ${TONES[of] ?? "calm"}`}>{of}</span>
);
