/** Addresses that we put into texts: of a message's page, and of what its text linked to. */

export type LinkKind =
  /** The page that shows a message. Its code is secret: 128 random bits or more. */
  | "page"
  /** A link of a text, whose clicks are counted. */
  | "click";

export interface NewLink {
  /** Its last path segment: base64url. */
  code: string;
  kind: LinkKind;
  account: string;
  trackingId: string;
  /** Where a click leads; null for a page. */
  target: string | null;
  createdAt: number;
  /** Milliseconds since the epoch; from then on it is gone. */
  expiresAt: number;
}

/** A link and how often it was opened. Who opened it is not kept. */
export interface LinkRecord extends NewLink {
  clicks: number;
  firstClickAt: number | null;
  lastClickAt: number | null;
}

export const PAGE_PATH = "/m";
export const CLICK_PATH = "/l";

/** Where a link is opened. */
export function linkUrl(baseUrl: string, { code, kind }: Pick<NewLink, "code" | "kind">): string {
  return `${baseUrl}${kind === "page" ? PAGE_PATH : CLICK_PATH}/${code}`;
}

/** Where a file of a message's page is served. */
export function pageFileUrl(baseUrl: string, code: string, name: string): string {
  return `${baseUrl}${PAGE_PATH}/${code}/${encodeURIComponent(name)}`;
}
