/** Links that we put into texts: to a message page, and short links for click tracking. */

export type LinkKind =
  /** Message page. Its code is secret: at least 128 random bits. */
  | "page"
  /** Short link of a text, whose clicks are counted. */
  | "click";

export interface NewLink {
  /** Last path segment: base64url. New ones neither begin nor end in "-" or "_". */
  code: string;
  kind: LinkKind;
  account: string;
  trackingId: string;
  /** URL that a click leads to; null for a page, and after an erasure. */
  target: string | null;
  createdAt: number;
  /** Expiry, milliseconds since the epoch. */
  expiresAt: number;
}

/** Opener of a link: a person, or a messenger's robot that shows a preview of it. */
export type Opener = "person" | "robot";

/** Link with its clicks. Visitors are not recorded. */
export interface LinkRecord extends NewLink {
  clicks: number;
  /** Number of times a messenger's robot opened it. */
  previews: number;
  firstClickAt: number | null;
  lastClickAt: number | null;
  /** Time of the click that was last reported (N311); null: none was. */
  reportedAt: number | null;
}

export const PAGE_PATH = "/m";
export const CLICK_PATH = "/l";

/** Returns the URL of a link. */
export function linkUrl(baseUrl: string, { code, kind }: Pick<NewLink, "code" | "kind">): string {
  return `${baseUrl}${kind === "page" ? PAGE_PATH : CLICK_PATH}/${code}`;
}

/** Returns the URL of a file of a message page. */
export function pageFileUrl(baseUrl: string, code: string, name: string): string {
  return `${baseUrl}${PAGE_PATH}/${code}/${encodeURIComponent(name)}`;
}
