/** Parsed submissions, and facts with which they are accepted. */
import type { Originator } from "../../../src/core/account/account.ts";
import {
  type AddressFacts,
  checkAddresses,
  type SubmitFacts,
} from "../../../src/core/submission/decision.ts";
import type { SubmittedContent, SubmittedPart } from "../../../src/core/submission/content.ts";
import type { SubmitRequest } from "../../../src/core/submission/request.ts";

export const NOON = Date.parse("2026-11-20T12:00:00Z");
export const DAY = 24 * 3600 * 1000;

export const SHORT_CODE: Originator = {
  address: "111122",
  kind: "short-code",
  country: "US",
  countries: ["US"],
  vasid: null,
  shared: false,
  mmsConnector: null,
  smsConnector: null,
};

export function submitRequest(changes: Partial<SubmitRequest> = {}): SubmitRequest {
  return {
    transactionId: "tx-1",
    vaspId: "key",
    vasId: null,
    sender: "111122",
    destination: { to: "16175550101", displayOnly: [] },
    operatorId: null,
    subject: "Hello",
    adaptable: true,
    passThrough: { timeStamp: "2026-11-20T12:00:00Z" },
    contentHref: null,
    submittedAt: NOON,
    expiresAt: NOON + 3 * DAY,
    ...changes,
  };
}

/** Changes of the facts of a submission. */
export interface FactChanges
  extends Partial<Omit<SubmitFacts, "account" | "addresses">>, Partial<AddressFacts> {
  account?: Partial<SubmitFacts["account"]>;
}

export function submitFacts(
  { account, originators = [SHORT_CODE], ownsVaspId = true, ...changes }: FactChanges = {},
  request = submitRequest(),
): SubmitFacts {
  return {
    account: {
      id: "acme",
      allowFallbackSms: true,
      deliveryReports: true,
      mm7Priority: false,
      enforceCampaignCheck: false,
      ...account,
    },
    addresses: checkAddresses(request, { originators, ownsVaspId }),
    operatorId: request.operatorId,
    isOperatorKnown: true,
    isBlocked: false,
    limits: { fallbackCharacters: 100, fallbackLinkMs: 30 * DAY },
    smartEncoding: false,
    ...changes,
  };
}

/** Builds content without a presentation, which has a slide for each part. */
export function content(parts: readonly SubmittedPart[]): SubmittedContent {
  return { parts, presentation: null, slides: parts.map((part) => [part]) };
}

export function textPart(contentId: string, text: string): SubmittedPart {
  const type = "text/plain";
  return { ...part(contentId, type, text), role: { is: "text", text }, inline: text };
}

export function smilPart(contentId: string, text: string): SubmittedPart {
  const type = "application/smil";
  return { ...part(contentId, type, text), role: { is: "presentation" }, inline: text };
}

export function imagePart(contentId: string, bytes: string): SubmittedPart {
  const type = "image/jpeg";
  return {
    ...part(contentId, type, bytes),
    role: { is: "file", kind: "image", type },
    inline: null,
  };
}

export function videoPart(contentId: string, bytes: string): SubmittedPart {
  const type = "video/mp4";
  return {
    ...part(contentId, type, bytes),
    role: { is: "file", kind: "video", type },
    inline: null,
  };
}

function part(contentId: string, type: string, content: string) {
  return {
    position: "2.1",
    contentId,
    location: `${contentId}.bin`,
    name: null,
    type,
    contentType: `${type}; name=${contentId}`,
    content: new TextEncoder().encode(content),
  };
}
