/** Cookies of the console: the session, and a notice for the next page. */
import { Buffer } from "node:buffer";

const SESSION = "slidepost_session";
const NOTICE = "slidepost_notice";

/** Maximum length of a notice, in characters: a cookie has 4 KiB. */
const NOTICE_MAX = 500;

export interface Cookies {
  /** Session of the request; null: it has none. */
  readonly session: string | null;
  /** Notice that the previous page left; null: none. */
  readonly notice: string | null;
}

export function readCookies(headers: Headers): Cookies {
  const values = new Map(
    (headers.get("cookie") ?? "").split(/; */).map((pair): [string, string] => {
      const at = pair.indexOf("=");
      return [pair.slice(0, at), pair.slice(at + 1)];
    }),
  );
  const notice = values.get(NOTICE);
  return {
    session: values.get(SESSION) ?? null,
    notice: notice === undefined || notice === ""
      ? null
      : Buffer.from(notice, "base64url").toString("utf8"),
  };
}

/** Builders of `Set-Cookie` values. */
export interface CookieWriter {
  session(value: string, maxAgeMs: number): string;
  noSession(): string;
  notice(text: string): string;
  noNotice(): string;
}

/** @param isHttps Whether cookies are sent over HTTPS only. */
export function createCookieWriter(isHttps: boolean): CookieWriter {
  const secure = isHttps ? "; Secure" : "";
  const cookie = (name: string, value: string, maxAge: number) =>
    `${name}=${value}; Path=/console; Max-Age=${maxAge}; HttpOnly; SameSite=Strict${secure}`;
  return {
    session: (value, maxAgeMs) => cookie(SESSION, value, Math.floor(maxAgeMs / 1000)),
    noSession: () => cookie(SESSION, "", 0),
    notice: (text) =>
      cookie(NOTICE, Buffer.from(text.slice(0, NOTICE_MAX)).toString("base64url"), 60),
    noNotice: () => cookie(NOTICE, "", 0),
  };
}
