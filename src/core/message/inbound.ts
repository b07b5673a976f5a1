/** Messages from handsets (MO), as stored. */

/** File of an inbound message. */
export interface InboundFile {
  /** File name: without a path, at most 100 characters, unique in its message. */
  name: string;
  /** Content-ID, which the presentation may refer to; absent if there is none. */
  contentId?: string;
  /** MIME type with at most the charset parameter. */
  type: string;
  blob: string;
  bytes: number;
}

/** Returns the URL of a file of an inbound message. */
export function contentUrl(baseUrl: string, token: string, name: string): string {
  return `${baseUrl}/content/${token}/${encodeURIComponent(name)}`;
}

/** Returns the token in a URL of `contentUrl`; null: it is another one. */
export function tokenOfContent(baseUrl: string, url: string): string | null {
  const prefix = `${baseUrl}/content/`;
  return url.startsWith(prefix) ? url.slice(prefix.length).split("/", 1)[0]! : null;
}

interface Inbound {
  trackingId: string;
  account: string;
  connector: string;
  /** Deduplication key: equal for redeliveries of one message by one connector. */
  key: string;
  from: string;
  to: string;
  operatorId: string | null;
  receivedAt: number;
  /** Trace context of its reception, stored with its events; absent: it is not traced. */
  trace?: string;
}

export interface InboundMmsRecord extends Inbound {
  kind: "MMS_MO";
  subject: string | null;
  files: InboundFile[];
  /** Secret in the URLs of its files: at least 128 random bits. */
  token: string;
}

export interface InboundSmsRecord extends Inbound {
  kind: "SMS_MO";
  text: string;
}

export type InboundRecord = InboundMmsRecord | InboundSmsRecord;
