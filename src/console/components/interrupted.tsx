/** Interruptions of work on a message or template. */
import type { Child } from "hono/jsx";
import type { MessageDetail } from "../../generated/admin.ts";
import { Value } from "./text.tsx";

/** Tells how often work was interrupted, and why the last time; null: it never was. */
export function interruptedOf(
  { interruptions, "interruption-reason": reason }: Pick<
    MessageDetail,
    "interruptions" | "interruption-reason"
  >,
): Child {
  if (interruptions === 0) return null;
  const times = interruptions === 1 ? "Once" : `${interruptions} times`;
  return (
    <>
      {times}, the last time by <Value text={reason ?? "an unknown error"} />
    </>
  );
}
