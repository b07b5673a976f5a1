/** Requests that send a message again. */
import type { MessageDetail } from "../../generated/admin.ts";

/** Body of a request to the JSON door. */
export type SameRequest = Readonly<{ action: string } & Record<string, string>>;

/**
 * Returns the body of a request to the JSON door that sends the same message; null for one that no
 * action can send: it came over MM7, or replies to a keyword.
 */
export function requestOf(message: MessageDetail): SameRequest | null {
  if (message["reply-to"] !== null) return null;
  const references = present({
    "client-reference": message["client-reference"],
    "campaign-ref": message["campaign-ref"],
    "status-callback": message["status-callback"],
  });
  const parties = { from: message.from, to: message.to };
  if (message.content.text !== null) {
    const text = { "message-text": message.content.text };
    return { action: "sendsms", ...parties, ...text, ...references };
  }
  if (message["mms-id"] === null) return null;
  return { action: "sendsavedmms", "mms-id": message["mms-id"], ...parties, ...references };
}

function present(fields: Record<string, string | null>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fields).filter((entry): entry is [string, string] => entry[1] !== null),
  );
}

/** Writes a request as a command for a POSIX shell. The API key is a variable, never its value. */
export function curlOf(baseUrl: string, body: unknown): string {
  return [
    `curl -s ${quoted(`${baseUrl}/api/v2`)} \\`,
    `  -H 'content-type: application/json' -H "x-api-key: $API_KEY" \\`,
    `  -d ${quoted(JSON.stringify(body, null, 2))}`,
  ].join("\n");
}

/** Quotes a word for a POSIX shell. */
function quoted(word: string): string {
  return `'${word.replaceAll("'", `'\\''`)}'`;
}
