/** Masks what carriers quote from our requests, for logs. */

/** Maximum length of a carrier's text in the log, in characters. */
const LOGGED_TEXT_MAX_LENGTH = 200;

/** Masks credentials and numbers in a carrier's text, and cuts it. */
export function redact(text: string | null, secrets: readonly string[]): string | null {
  if (text === null) return null;
  return secrets.filter((secret) => secret !== "")
    .reduce((redacted, secret) => redacted.replaceAll(secret, "…"), text)
    .replaceAll(/\d{7,}/g, (number) => `…${number.slice(-4)}`)
    .slice(0, LOGGED_TEXT_MAX_LENGTH);
}
