/** Credentials that a URL of the template may carry in its text, beside placeholders. */
import { MASK } from "../../core/exchange/mask.ts";

/** Names of parameters whose values are credentials, however short. */
const CREDENTIAL_NAME = /key|token|secret|passw|pwd|auth|sig|user/i;

/** Minimum length of another parameter's value that may be a credential, in characters. */
const VALUE_MIN_LENGTH = 8;

/** Part of a path that may be a key: letters and digits, too long for a word or a version. */
const PATH_KEY = /^(?=.*\d)(?=.*[A-Za-z])[\w.~%-]{16,}$/;

/** Lists the texts of a URL that may be credentials. */
export function urlSecrets(url: string): string[] {
  const [, path = "", query = ""] = /^https?:\/\/[^/?]*([^?]*)\??(.*)$/i.exec(url) ?? [];
  const values = query.split("&").flatMap((part) => {
    const [, name = "", value = ""] = /^([^=]*)=(.*)$/.exec(part) ?? [];
    const isSecret = value.length >= VALUE_MIN_LENGTH || CREDENTIAL_NAME.test(name);
    return isSecret && value !== "" && !/[{}]/.test(value) ? [value] : [];
  });
  return [...path.split("/").filter((part) => PATH_KEY.test(part)), ...values];
}

/** Writes a URL with its credentials masked. */
export function maskUrl(url: string): string {
  const [base] = /^https?:\/\/[^/?]*/i.exec(url) ?? [""];
  const longestFirst = urlSecrets(url).sort((a, b) => b.length - a.length);
  const rest = longestFirst.reduce(
    // Whole parts only: a short value may be within a name.
    (text, secret) => text.split(/([/?&=])/).map((part) => part === secret ? MASK : part).join(""),
    url.slice(base.length),
  );
  return base + rest;
}
