/** Reading of postbacks at receivers, by the published rules only. */
import { Buffer } from "node:buffer";
import { createHmac } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import { readMime } from "../../src/mime/reader.ts";
import { responseTo } from "../support/vasp_receiver.ts";
import type { ReceivedPostback } from "./ledger.ts";

/** Postback or notice, with the response that accepts it. */
export type Arrival =
  & Pick<ReceivedPostback, "id" | "code" | "subject" | "body" | "isSigned">
  & { response: Response };

/** Reads a webhook (Standard Webhooks). */
export function readPostback(
  headers: IncomingHttpHeaders,
  body: string,
  secret: string,
): Arrival {
  const fields = JSON.parse(body);
  const id = String(headers["webhook-id"]);
  return {
    id,
    code: fields.code,
    subject: fields["tracking-id"] ?? fields.trackingid,
    body,
    isSigned: isSigned(`${id}.${headers["webhook-timestamp"]}.${body}`, secret, headers),
    response: new Response(null, { status: 204 }),
  };
}

/** Tolerance of the signatures' time, in seconds: no jump of a machine's clock shows in it. */
const TOLERANCE = 60;

/** Reports whether one of the signatures is the secret's, and of the present time. */
function isSigned(signed: string, secret: string, headers: IncomingHttpHeaders): boolean {
  const age = Date.now() / 1000 - Number(headers["webhook-timestamp"]);
  if (Math.abs(age) > TOLERANCE) return false;
  const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
  const expected = `v1,${createHmac("sha256", key).update(signed).digest("base64")}`;
  return String(headers["webhook-signature"]).split(" ").includes(expected);
}

/** Reads a request over MM7. */
export function readNotice(headers: IncomingHttpHeaders, raw: Uint8Array): Arrival {
  const root = readMime(headers["content-type"] ?? "", raw);
  const envelope = new TextDecoder().decode((root.parts[0] ?? root).content);
  const inside = (pattern: RegExp) => pattern.exec(envelope)?.[1] ?? "";
  const operation = inside(/Body><(\w+)/);
  return {
    id: inside(/<TransactionID[^>]*>([^<]*)</),
    code: operation,
    subject: operation === "DeliverReq"
      ? inside(/<Sender>(?:<\w+>)*([^<]*)</)
      : inside(/<MessageID>([^<]*)</),
    body: envelope,
    isSigned: true, // MM7 has no signatures
    response: responseTo({ envelope, operation }, 1000),
  };
}
