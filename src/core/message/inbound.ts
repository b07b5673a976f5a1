/** Messages from handsets (MO), as the store keeps them. */

/** A file that came in with an inbound message. */
export interface InboundFile {
  /** As a file name: no path, at most 100 characters; unique in its message. */
  name: string;
  /** Content-ID that it came with: a presentation may refer to it; missing: none. */
  contentId?: string;
  /** MIME type; of its parameters only charset. */
  type: string;
  blob: string;
  bytes: number;
}

/** Where a file of an inbound message is served. */
export function contentUrl(baseUrl: string, token: string, name: string): string {
  return `${baseUrl}/content/${token}/${encodeURIComponent(name)}`;
}

interface Inbound {
  trackingId: string;
  account: string;
  connector: string;
  /** The same for the same message delivered again by the same connector. */
  key: string;
  from: string;
  to: string;
  operatorId: string | null;
  receivedAt: number;
}

export interface InboundMmsRecord extends Inbound {
  kind: "MMS_MO";
  subject: string | null;
  files: InboundFile[];
  /** Secret in the addresses of its files, 128 random bits or more. */
  token: string;
}

export interface InboundSmsRecord extends Inbound {
  kind: "SMS_MO";
  text: string;
}

export type InboundRecord = InboundMmsRecord | InboundSmsRecord;
