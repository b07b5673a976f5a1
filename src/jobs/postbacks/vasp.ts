/** Notices to a VASP over MM7 (contract section 5): SOAP, taken by a …Rsp that says 1xxx. */
import { Buffer } from "node:buffer";
import { writeBasic } from "../../core/account/basic_credentials.ts";
import type { Account } from "../../core/account/account.ts";
import type { VaspNotice } from "../../core/message/event.ts";
import { isSmilType, mimeOf } from "../../core/media/media_types.ts";
import { cidUrl } from "../../core/media/part_reference.ts";
import { type Notice, readNotice } from "../../core/postback/vasp_notice.ts";
import { type Blobs, FetchRefused, type PostResponse } from "../../ports/mod.ts";
import type { Messages } from "../../generated/mm7.ts";
import { type OutgoingMultipart, type OutgoingPart, writeMultipart } from "../../mime/writer.ts";
import { findDocument } from "../../mime/response.ts";
import { type Mm7Response, readResponse } from "../../mm7/response.ts";
import { judge } from "../../mm7/response_status.ts";
import { type Dialect, dialectOf } from "../../mm7/dialect.ts";
import { writeEnvelopeText } from "../../mm7/envelope.ts";
import { Mm7Error } from "../../mm7/status.ts";
import { isRelease6 } from "../../mm7/versions.ts";
import { asciiXml } from "../../lib/xml/text.ts";
import type { JobPorts } from "../shared/ports.ts";
import {
  commonHeaders,
  type NoticeChannel,
  type NoticeRequest,
  notTaken,
  postNotice,
  type Tried,
} from "./channel.ts";

/** MMSRelayServerID of every request. VASPID is left out: it is the account's API key. */
const RELAY = "slidepost";

const XML = "text/xml; charset=utf-8";

/** Characters of a VASP's status text that are stored. */
const STATUS_TEXT_MAX_LENGTH = 200;

export function createVaspChannel(ports: JobPorts): NoticeChannel {
  const { blobs, clock } = ports;
  return {
    urlOf: (_, { mm7Url }) => mm7Url ?? { result: "parked" },

    async send(pending, account, url) {
      const { id, code, body } = pending;
      // This channel has no other codes.
      const notice = readNotice({ code: code as VaspNotice, body });
      const parts = await partsOf(notice, account, blobs);
      if (parts === null) {
        const error = "a file of the message is no longer stored";
        return { result: "dead", response: error, error };
      }
      const request = write(notice, parts, id, dialectOf(account));
      const response = await postNotice(ports, url, {
        headers: {
          ...request.headers,
          soapaction: `""`,
          ...authorization(account),
          ...commonHeaders(pending),
        },
        body: request.body,
      });
      return triedBy(response, clock.now());
    },
  };
}

/** The files of a notice with their content. Null: one of them is gone. */
async function partsOf(
  { files }: Notice,
  { mm7TransferEncoding: transferEncoding }: Account,
  blobs: Pick<Blobs, "bytes">,
): Promise<OutgoingPart[] | null> {
  try {
    return await Promise.all(files.map(async ({ name, type, contentId, blob }) => ({
      type,
      contentId: contentId ?? name,
      location: name,
      transferEncoding,
      content: await blobs.bytes(blob),
    })));
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return null;
    throw error;
  }
}

/**
 * The request, in the same bytes for every try in a dialect: a report as it is; a message as a
 * multipart, first the envelope, then the files in a multipart of their own.
 */
function write(
  notice: Notice,
  parts: readonly OutgoingPart[],
  id: string,
  dialect: Dialect,
): NoticeRequest {
  if (notice.code === "DeliveryReportReq") {
    const body = envelopeOf(notice.code, notice.message, id, dialect);
    return { headers: { "content-type": XML }, body };
  }
  const envelopeId = `${id}.envelope@slidepost`;
  const contentId = `${id}.content@slidepost`;
  const hasFiles = parts.length > 0;
  const envelope = envelopeOf(
    notice.code,
    {
      ...notice.message,
      ...hasFiles ? { Content: { href: cidUrl(contentId) } } : {},
    },
    id,
    dialect,
  );
  const { contentType, chunks, bytes } = writeMultipart({
    start: envelopeId,
    startType: "text/xml",
    parts: [
      { type: XML, contentId: envelopeId, content: envelope },
      ...hasFiles ? [{ contentId, content: contentOf(parts) }] : [],
    ],
  }, id);
  return {
    headers: { "content-type": contentType, "mime-version": "1.0" },
    body: Buffer.concat(chunks, bytes),
  };
}

/** Writes an envelope in ASCII, since some VASPs read no UTF-8, and without what its release lacks. */
function envelopeOf<C extends VaspNotice>(
  code: C,
  message: Omit<Messages[C], "MM7Version">,
  transactionId: string,
  { version, namespace }: Dialect,
): Uint8Array {
  // It came with release 6 (3GPP TS 23.140).
  const { UACapabilities, ...rest } = message;
  const fields = isRelease6(namespace) && UACapabilities ? { ...rest, UACapabilities } : rest;
  const whole = { MM7Version: version, MMSRelayServerID: RELAY, ...fields } as Messages[C];
  return encoder.encode(asciiXml(writeEnvelopeText(code, whole, { transactionId, namespace })));
}

const encoder = new TextEncoder();

/** Related where a SMIL says how, to begin with it. */
function contentOf(parts: readonly OutgoingPart[]): OutgoingMultipart {
  const smil = parts.find(({ type }) => isSmilType(mimeOf(type)));
  return smil === undefined
    ? { subtype: "mixed", parts }
    : { subtype: "related", start: smil.contentId, startType: mimeOf(smil.type)!, parts };
}

function authorization({ mm7Username, mm7Password }: Account): Record<string, string> {
  if (mm7Username === null) return {};
  return { authorization: writeBasic({ user: mm7Username, password: mm7Password ?? "" }) };
}

/** Judges a try by the table of responses: what is not final may be taken another time. */
function triedBy(response: PostResponse | FetchRefused, now: number): Tried {
  if (response instanceof FetchRefused) return notTaken(response, now);
  const mm7 = read(response);
  const { meaning: { means }, http } = judge(response.status, mm7);
  const facts = factsOf(response, mm7);
  if (means === "accepted") return { result: "sent", response: facts.response };
  // Of a VASP's own errors none is final (contract section 5), unlike a carrier's.
  const isItsError = http === null && Math.floor((mm7?.code ?? 0) / 1000) === 3;
  if (means === "final" && !isItsError) return { result: "dead", ...facts, refused: response };
  return { ...notTaken(response, now), ...facts };
}

/** Describes the response: its MM7 status, or else that of HTTP. */
function factsOf(
  { status }: PostResponse,
  mm7: Mm7Response | null,
): Pick<Tried, "response" | "error" | "statusText"> {
  if (mm7 === null || mm7.code === null) {
    const isTaken = status >= 200 && status < 300;
    const error = isTaken ? "the response has no MM7 status" : `HTTP ${status}`;
    return { response: status, error };
  }
  const { code, text, details } = mm7;
  const statusText = [text, details].filter((each) => each !== null).join(": ")
    .slice(0, STATUS_TEXT_MAX_LENGTH);
  return { response: `MM7 ${code}`, error: `MM7 ${code}`, statusText };
}

/** Null: the body is no …Rsp. */
function read({ headers, body }: PostResponse): Mm7Response | null {
  const { content, charset } = findDocument(headers["content-type"], body);
  try {
    const response = readResponse(content, { charset });
    return /rsp$/i.test(response.operation ?? "") ? response : null;
  } catch (error) {
    if (error instanceof Mm7Error) return null;
    throw error;
  }
}
