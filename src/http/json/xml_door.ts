/** The XML form of the JSON door (contract section 9). */
import { ACTION_REQUESTS } from "../../contract/action.ts";
import { Refusal } from "../../core/errors.ts";
import { decodeXml } from "../../lib/xml/encoding.ts";
import { readXml, type XmlElement, XmlError } from "../../lib/xml/reader.ts";
import { fieldOfForm } from "../../xml/form.ts";
import { isRequest, isUpperCase, readRequest } from "../../xml/request.ts";
import { writeXml } from "../../xml/writer.ts";
import { failureResponse, refusalOf } from "../requests/failure.ts";
import { XML_DOOR } from "../requests/request_metrics.ts";
import { xmlResponse } from "../requests/xml_response.ts";
import { authenticateKey } from "./authentication.ts";
import type { JsonDoorOptions } from "./door.ts";
import { performReceived } from "./received.ts";

/** Name of the form field with the document. */
const FORM_FIELD = "xml";

const FIELDS = new Map<string, typeof ACTION_REQUESTS[number]["body"]["fields"]>(
  ACTION_REQUESTS.map(({ action, body }) => [action, body.fields]),
);

/** Style of the response: that of the request, once its root is read. */
interface Style {
  isUpperCase: boolean;
}

/** Creates the handler of `POST /api/v2/xml`, which never rejects. */
export function createXmlDoor(
  options: JsonDoorOptions,
): (request: Request) => Promise<Response> {
  const { bodies, clock, log } = options;

  async function respond(request: Request, style: Style): Promise<Response> {
    const { headers } = request;
    const door = { door: XML_DOOR, headers };
    const header = headers.get("x-api-key") || null;
    // A key in the header goes first: the body is a customer's then, before it is read.
    const early = header === null
      ? null
      : await authenticateKey(options, { ...door, key: header, name: "x-api-key" });
    refuseMultipart(headers);
    using read = await bodies.read(request, { owner: early?.account.id });
    const at = clock.now();
    const document = documentOf(headers, read.bytes);
    const { body, apiKey, hasPassword } = readRequest(rootOf(document, style), fieldsOf);
    if (hasPassword) {
      throw new Refusal("apiKeyInvalid", "USER and PASS are not supported; send api-key");
    }
    const access = early ?? await authenticateKey(options, {
      ...door,
      key: apiKey,
      name: "api-key",
    });
    if (early === null) read.assign(access.account.id);
    return await performReceived(options, {
      request,
      access,
      at,
      body,
      protocol: "xml",
      secrets: [header ?? "", apiKey ?? ""],
      // As text: in UTF-16, the key could not be masked.
      content: () => decodeXml(document.bytes, document.charset).text,
      write: (result) => writeXml("response", result, style),
    });
  }

  return async (request) => {
    const style = { isUpperCase: false };
    try {
      return await xmlResponse(await respond(request, style), style);
    } catch (error) {
      return await xmlResponse(failureResponse(refusalOf(error, log)), style);
    }
  };
}

/** Document as it came. */
interface ReceivedDocument {
  readonly bytes: Uint8Array;
  /** Charset of the Content-Type; null: it has none. */
  readonly charset: string | null;
}

/** @throws {Refusal} 415 */
function refuseMultipart(headers: Headers): void {
  if (!/^\s*multipart\//i.test(headers.get("content-type") ?? "")) return;
  throw new Refusal(
    "contentTypeUnsupported",
    "content-type must be application/xml, or application/x-www-form-urlencoded with the field xml",
  );
}

/** Returns the document of a body: that of a form's field, or the body itself. */
function documentOf(headers: Headers, body: Uint8Array): ReceivedDocument {
  const type = headers.get("content-type") ?? "";
  const charset = /charset\s*=\s*"?([^\s";]+)/i.exec(type)?.[1] ?? null;
  const isForm = /^\s*application\/x-www-form-urlencoded/i.test(type);
  return { bytes: (isForm ? fieldOfForm(body, FORM_FIELD) : null) ?? body, charset };
}

/** @throws {Refusal} E108 */
function rootOf({ bytes, charset }: ReceivedDocument, style: Style): XmlElement {
  try {
    // The reader of the body has limited its length.
    const root = readXml(bytes, { charset, maxBytes: bytes.length });
    style.isUpperCase = isUpperCase(root);
    if (isRequest(root)) return root;
  } catch (error) {
    if (!(error instanceof XmlError)) throw error;
    style.isUpperCase = error.root !== null && isUpperCase(error.root);
    throw new Refusal("notJson", `the body is not parseable XML: ${error.message}`);
  }
  throw new Refusal("notJson", "the root element of the body must be request");
}

function fieldsOf(action: string) {
  return FIELDS.get(action.toLowerCase()) ?? [];
}
