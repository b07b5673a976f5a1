/**
 * Codes of links as visitors bring them: where a sentence goes on without a space, some apps take
 * it for a part of the link.
 */
import { redirectTo } from "./visitor_response.ts";

/** Tells whether a text can be a link's code, which saves a query (`core/sms/link.ts`). */
export function isCode(text: string): boolean {
  return /^[\w-]{1,64}$/.test(text);
}

/** Minimum length of a code that is followed by something else, in characters: of a short link's. */
const MIN_CHARACTERS = 12;
/** Signs at an end, which no code has. */
const SIGNS = /[_-]+$/;

/**
 * Redirects to the link that is meant by a segment, which is no link's code itself. Null: there is
 * none.
 *
 * @param segment Code with what follows it.
 */
export async function redirectToLink(
  segment: string,
  request: Request,
  exists: (code: string) => Promise<boolean>,
): Promise<Response | null> {
  const [start] = /^[\w-]*/.exec(segment)!;
  const code = start.replace(SIGNS, "");
  const isWorthLooking = code !== segment && code.length >= MIN_CHARACTERS && isCode(code);
  if (!isWorthLooking || !await exists(code)) return null;
  return redirectTo(code, request);
}
