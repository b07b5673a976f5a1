/**
 * Masking of credentials in exchanges, so that the exchange log holds none. Credentials that are known
 * are masked wherever they stand; others by their position.
 */

/** Replacement of a credential. */
export const MASK = "•••";

/** Names of fields, parameters and headers whose values are credentials. */
const NAMES = "(?:token|secret|password|passwd|pwd|api[_-]?key|access[_-]?key|signature|sig|auth)";

/** Patterns of credentials: what stands before one, the credential, and what may follow it. */
const PATTERNS: readonly RegExp[] = [
  // Headers, as error pages of servers quote them.
  /(\b(?:proxy-)?authorization["']?\s*[:=]\s*["']?(?:(?:basic|bearer)\s+)?)([^\s"'<>,;]+)/gi,
  /(\bx-api-key["']?\s*[:=]\s*["']?)([^\s"'<>,;]+)/gi,
  // User information of a URL (RFC 3986 section 3.2.1); JSON may escape the slashes before it.
  /(:(?:\\?\/){2})([^\s/?#"'<>\\]+)(?=@)/g,
  // Parameters of a URL; XML and JSON may escape the ampersand.
  new RegExp(`((?:[?&;]|\\\\u0026)[\\w.-]{0,40}${NAMES}=)([^&#\\s"'<>\\\\]+)`, "gi"),
  // Members of a JSON object.
  new RegExp(`("[\\w-]{0,40}${NAMES}"\\s*:\\s*")((?:[^"\\\\]|\\\\.)+)`, "gi"),
  // Webhook secrets (Standard Webhooks).
  /(\bwhsec_)([\w+/=-]+)/g,
  // API keys that this service has generated, in texts of customers.
  /(?<![A-Za-z\d])()(?=[a-z\d]*[A-Z])(?=[A-Z\d]*[a-z])[A-Za-z\d]{32}(?![A-Za-z\d])/g,
];

/** A VASPID element, whose end is missing where the text was cut. */
const VASPID =
  /(<(?:[^\s<>/:]+:)?VASPID(?:\s[^<>]*)?(?<!\/)>)([^]*?)(?=<\/(?:[^\s<>/:]+:)?VASPID|$)/g;

/** Form of API keys (`NewKey` of openapi.yaml). */
const KEY_FORM = /^[A-Za-z0-9]{20,128}$/;

export interface Masking {
  /** Credentials of this exchange. */
  secrets: readonly string[];
  /**
   * Whether any VASPID is a credential: over MM7, customers identify themselves by an API key.
   * Elsewhere only one in the form of a key is.
   */
  isVaspidKey: boolean;
}

/** Masks the credentials in a text. */
export function maskSecrets(text: string, { secrets, isVaspidKey }: Masking): string {
  // The longest first: another may be part of it.
  const forms = secrets.filter((secret) => secret !== "").flatMap(formsOf)
    .sort((a, b) => b.length - a.length);
  let masked = text;
  for (const form of forms) masked = masked.replaceAll(form, MASK);
  masked = masked.replaceAll(
    VASPID,
    (whole, before: string, vaspid: string) =>
      isVaspidKey || KEY_FORM.test(vaspid.trim()) ? `${before}${MASK}` : whole,
  );
  for (const pattern of PATTERNS) masked = masked.replaceAll(pattern, `$1${MASK}`);
  return masked;
}

/** Lists the forms of a credential in text, JSON, XML and URLs. */
function formsOf(secret: string): string[] {
  const xml = secret.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
  return [
    ...new Set([
      secret,
      JSON.stringify(secret).slice(1, -1),
      xml,
      xml.replaceAll('"', "&quot;").replaceAll("'", "&apos;"),
      encodeURIComponent(secret.toWellFormed()),
    ]),
  ];
}
