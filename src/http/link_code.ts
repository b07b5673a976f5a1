/**
 * Codes of links as visitors bring them: where a sentence goes on without a space, some apps take
 * it for a part of the link, and some cut the "-" at the end of a code.
 */
import { redirectTo } from "./visitor_response.ts";

/** Tells whether a text can be a link's code, which saves a query (`core/sms/link.ts`). */
export function isCode(text: string): boolean {
  return /^[\w-]{1,64}$/.test(text);
}

/** Minimum characters before what is forgiven: of a short code without a "--" at its end. */
const MIN_CHARACTERS = 10;

/** Signs at an end, which no code but those of earlier versions has. */
const SIGNS = /[_-]+$/;
/** Ends that apps cut from codes of earlier versions. */
const CUT_ENDS = ["-", "--"];

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
  if (start.length < MIN_CHARACTERS || !isCode(start)) return null;
  const codes = [start, start.replace(SIGNS, ""), ...CUT_ENDS.map((end) => start + end)];
  for (const code of new Set(codes)) {
    if (code !== segment && await exists(code)) return redirectTo(code, request);
  }
  return null;
}
