/** States of messages, templates, connectors and postbacks as coloured labels. */
import type { FC } from "hono/jsx";

type Tone = "good" | "bad" | "busy" | "calm";

/** Colour of each state; the word says the same. */
const TONES: Readonly<Record<string, Tone>> = {
  accepted: "busy",
  submitted: "busy",
  locked: "busy",
  pending: "busy",
  sent: "calm",
  received: "good",
  delivered: "good",
  ready: "good",
  done: "good",
  active: "good",
  up: "good",
  down: "bad",
  "not set up": "bad",
  expired: "bad",
  failed: "bad",
  rejected: "bad",
  unrecognised: "bad",
  dead: "bad",
  disabled: "bad",
  ok: "good",
  warning: "busy",
  critical: "bad",
  parked: "busy",
};

export const State: FC<{ of: string }> = ({ of }) => (
  <span class={`state ${TONES[of] ?? "calm"}`}>{of}</span>
);
