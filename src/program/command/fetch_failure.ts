/** Reasons why a request of the built-in `fetch` got no response. */
import { visible } from "../../core/visible.ts";

/** Describes an error of `fetch`, whose own message leaves the reason to its cause. */
export function fetchFailure(error: Error): string {
  const { message } = error.cause instanceof Error ? error.cause : error;
  return visible(message.replace(/^error sending request for url \(.*?\): /, ""));
}
