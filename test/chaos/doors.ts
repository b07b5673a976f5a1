/** Customers' requests at both doors, and the outcome that each response promises. */
import { basic, multipart, NAMESPACE } from "../support/vasp.ts";
import type { Customer } from "./customers.ts";
import type { Outcome } from "./ledger.ts";
import type { Fields } from "./requests.ts";

export interface RequestOutcome {
  outcome: Outcome;
  /** Tracking-id or mms-id. */
  id: string | null;
  lastResponse: string;
  body: Uint8Array;
}

/** Time limit of a request, longer than any the service may take. */
const PATIENCE_MS = 20_000;

const NOTHING = new Uint8Array();

async function post(
  url: string,
  headers: Record<string, string>,
  body: BodyInit,
): Promise<{ response: Response; body: Uint8Array } | string> {
  try {
    const signal = AbortSignal.timeout(PATIENCE_MS);
    const response = await fetch(url, { method: "POST", headers, body, signal });
    return { response, body: await response.bytes() };
  } catch (error) {
    return String(error);
  }
}

export async function askJson(
  serviceUrl: string,
  { apiKey }: Customer,
  fields: Fields,
  key: string | null = null,
): Promise<RequestOutcome> {
  const posted = await post(`${serviceUrl}/api/v2`, {
    "content-type": "application/json",
    "x-api-key": apiKey,
    ...key === null ? {} : { "idempotency-key": key },
  }, JSON.stringify(fields));
  if (typeof posted === "string") {
    return { outcome: "unknown", id: null, lastResponse: posted, body: NOTHING };
  }
  const { response: { status, headers }, body } = posted;
  if (!headers.get("content-type")?.startsWith("application/json")) {
    return { outcome: outcomeOf(status), id: null, lastResponse: `${status}`, body };
  }
  const response = JSON.parse(new TextDecoder().decode(body));
  return {
    outcome: response["error-code"] === "E121" ? "unknown" : outcomeOf(status),
    id: response["tracking-id"] ?? response["mms-id"] ?? null,
    lastResponse: `${status} ${response["error-code"] ?? ""} ${response["error-info"] ?? ""}`
      .trim(),
    body,
  };
}

function outcomeOf(status: number): Outcome {
  if (status === 200) return "accepted";
  return status < 500 ? "refused" : "unknown";
}

export interface Submission {
  to: string;
  transactionId: string;
  /** Content with its type. */
  content: { type: string; bytes: Uint8Array } | null;
}

export async function askMm7(
  serviceUrl: string,
  customer: Customer,
  submission: Submission,
): Promise<RequestOutcome> {
  const response = await post(`${serviceUrl}/mm7/v1`, {
    SOAPAction: `""`,
    "content-type": `multipart/related; boundary="main"; type="text/xml"; start="<start>"`,
    authorization: basic(customer.account, customer.apiKey),
  }, bodyOf(customer, submission));
  if (typeof response === "string") {
    return { outcome: "unknown", id: null, lastResponse: response, body: NOTHING };
  }
  const xml = new TextDecoder().decode(response.body);
  const code = Number(/StatusCode>(\d+)</.exec(xml)?.[1] ?? 0);
  return {
    outcome: code === 1000 ? "accepted" : code >= 2000 && code < 3000 ? "refused" : "unknown",
    id: /MessageID>([^<]+)</.exec(xml)?.[1] ?? null,
    lastResponse: `${response.response.status} ${code}`,
    body: response.body,
  };
}

function bodyOf(
  { apiKey, originator }: Customer,
  { to, transactionId, content }: Submission,
): Uint8Array<ArrayBuffer> {
  const envelope = `<?xml version="1.0" encoding="utf-8"?>` +
    `<env:Envelope xmlns:env="http://schemas.xmlsoap.org/soap/envelope/"><env:Header>` +
    `<TransactionID xmlns="${NAMESPACE}" env:mustUnderstand="1">${transactionId}</TransactionID>` +
    `</env:Header><env:Body><SubmitReq xmlns="${NAMESPACE}"><MM7Version>6.8.0</MM7Version>` +
    `<SenderIdentification><VASPID>${apiKey}</VASPID><SenderAddress><ShortCode>${originator}` +
    `</ShortCode></SenderAddress></SenderIdentification>` +
    `<Recipients><To><Number>${to}</Number></To></Recipients><Subject>For ${to}</Subject>` +
    `<Content href="cid:content" allowAdaptations="true"/></SubmitReq></env:Body></env:Envelope>`;
  return multipart("main", [
    {
      headers: ["Content-Type: text/xml; charset=utf-8", "Content-ID: <start>"],
      content: envelope,
    },
    {
      headers: [
        `Content-Type: ${content?.type ?? "text/plain; charset=utf-8"}`,
        "Content-ID: <content>",
      ],
      content: content?.bytes ?? `Hello ${to}`,
    },
  ]);
}
