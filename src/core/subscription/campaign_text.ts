/** Texts that a campaign sends by itself. */
import type { Account } from "../account/account.ts";
import type { NewMessage } from "../message/message.ts";
import { outgoingText } from "../sms/outgoing_text.ts";

/** Facts of a campaign's text. */
export interface CampaignTextFacts {
  account: Pick<Account, "id" | "deliveryReports">;
  campaignRef: string;
  trackingId: string;
  from: string;
  to: string;
  text: string;
  smartEncoding: boolean;
  operatorId: string | null;
  at: number;
  /** Time in which it is to be delivered, in milliseconds. */
  expiryMs: number;
  trace?: string;
}

/** Makes the message of a campaign's text: like a `sendsms` of the account. */
export function campaignText(facts: CampaignTextFacts): NewMessage {
  const { account, at, campaignRef, from, operatorId, smartEncoding, to, trace, trackingId } =
    facts;
  return {
    trackingId,
    account: account.id,
    kind: "SMS_MT",
    from,
    to,
    operatorId,
    mmsId: null,
    clientReference: null,
    campaignRef,
    content: { kind: "SMS", text: outgoingText(facts.text, smartEncoding) },
    deliveryReport: account.deliveryReports,
    acceptedAt: at,
    expiresAt: at + facts.expiryMs,
    ...trace === undefined ? {} : { trace },
  };
}
