/**
 * Messages from handsets: their owner is found, they are stored and announced (N401 and DeliverReq,
 * N211). An opt-out or opt-in takes effect in the commit that stores the message.
 */
import type { Account, Originator } from "../../core/account/account.ts";
import { maskNumber, readNumber } from "../../core/account/address.ts";
import type { NewEvent } from "../../core/message/event.ts";
import { addressed } from "../../core/postback/destinations.ts";
import {
  contentUrl,
  type InboundMmsRecord,
  type InboundRecord,
  type InboundSmsRecord,
} from "../../core/message/inbound.ts";
import {
  isConfirmation,
  type Keyword,
  type KeywordMatch,
  readKeyword,
} from "../../core/keyword/keyword.ts";
import { customKeywords, replyKindOf, replyTo } from "../../core/keyword/keyword_reply.ts";
import { withKeyword } from "../../core/postback/extended.ts";
import { mmsMoPostback, smsMoPostback } from "../../core/postback/postback.ts";
import { deliverNotice } from "../../core/postback/vasp_notice.ts";
import { outgoingText, smartEncodingOf } from "../../core/sms/outgoing_text.ts";
import type { NewMessage } from "../../core/message/message.ts";
import { campaignText } from "../../core/subscription/campaign_text.ts";
import type { InboundMms, InboundSms, KeywordReply, SubscriptionEffects } from "../../ports/mod.ts";
import { within } from "../../tracing/mod.ts";
import type { ReportPorts } from "../shared/ports.ts";
import { eventOf } from "../shared/transition.ts";
import { onlyText } from "./only_text.ts";

/**
 * Takes inbound messages. Each call resolves once the message is stored, once for each sender of ours
 * among its recipients; a repeated delivery has no effect. False: no account owns any of them.
 */
export interface InboundJob {
  mms(message: InboundMms): Promise<boolean>;
  sms(message: InboundSms): Promise<boolean>;
}

/** Code and body of an event. */
type Notice = Pick<NewEvent, "code" | "body" | "isDerived">;

/** Postback of a receipt. */
type Postback = Notice & { body: string };

interface Owner {
  account: Account;
  originators: readonly Originator[];
  vasid: string | null;
  /** Address that the message was sent to, as the account has it. */
  address: string;
}

/** Time during which a handset's message counts as a reply to the last sender from a shared address. */
const REPLY_WINDOW_MS = 30 * 24 * 3_600_000;

/** Events of keywords on the log. */
const KEYWORD_EVENTS: Record<Keyword, string> = {
  "stop": "opted out",
  "stop all": "opted out of all senders",
  "start": "opted in",
  "help": "asked for help",
};

/** Latest time of a confirmation after the keyword (47 CFR 64.1200(a)(12)). */
const REPLY_EXPIRY_MS = 5 * 60_000;

export interface InboundOptions {
  /** Called when a reply may be due for delivery. */
  onReply(): void;
}

export function createInbound(ports: ReportPorts, { onReply }: InboundOptions): InboundJob {
  const { accounts, blobs, clock, config, ids, log, store, tracer } = ports;

  /** Takes a message once for each recipient that is a sender; tells whether there is any. */
  async function takeEach(
    { alsoTo = [], connector, key, to }: InboundSms | InboundMms,
    take: (single: Pick<InboundMms, "key" | "to">) => Promise<boolean>,
  ): Promise<boolean> {
    if (alsoTo.length === 0) return await take({ key, to });
    const senders = await store.accounts.sendersAmong([to, ...alsoTo], connector);
    const recipients = senders.length === 0 ? [to] : senders;
    // Each with a key of its own: the second would count as the first again.
    const results = await Promise.all(
      recipients.map((recipient) => take({ key: `${key}:${recipient}`, to: recipient })),
    );
    return results.includes(true);
  }

  /** Finds the owner: by VASID, else the last sender to the handset, else the oldest owner. */
  async function ownerOf(
    { connector, from, to }: InboundSms | InboundMms,
    vasid: string | null,
  ): Promise<Owner | null> {
    const owners = await store.accounts.owners(to);
    const named = owners.filter((owner) => vasid !== null && owner.vasid === vasid);
    const candidates = named.length > 0 ? named : owners;
    const owner = candidates.length <= 1 ? candidates[0] : await lastSenderOf(candidates, from, to);
    const access = owner === undefined ? null : await accounts.byId(owner.account);
    if (owner === undefined || access === null) {
      log.warn({ connector, to: maskNumber(to) }, "inbound message to an address without an owner");
      return null;
    }
    return { ...access, vasid: owner.vasid, address: owner.address };
  }

  async function lastSenderOf<O extends { account: string }>(
    owners: readonly O[],
    from: string,
    to: string,
  ): Promise<O | undefined> {
    const pair = { from: to, to: from };
    const sender = await store.messages.lastSender(pair, clock.now() - REPLY_WINDOW_MS);
    return owners.find(({ account }) => account === sender) ?? owners[0];
  }

  /** Takes a message under a new tracking-id, as the beginning of a trace or in the carrier's. */
  async function traced(
    kind: InboundRecord["kind"],
    { connector }: InboundSms | InboundMms,
    take: (ids: Pick<InboundRecord, "trackingId" | "trace">) => Promise<boolean>,
  ): Promise<boolean> {
    const trackingId = ids.tracking();
    const span = tracer.begin("receive", {
      "messaging.message.id": trackingId,
      "messaging.destination.name": connector,
      "slidepost.kind": kind,
    });
    return await within(span, ({ context }) => take({ trackingId, trace: context }));
  }

  /**
   * Stores a message with its events.
   * @param text Text that may be a keyword.
   * @param postback Postback of the receipt; null: the account gets none.
   * @param others Events beside the receipt.
   * @param senderFacts Facts of the sender's address, for the log.
   */
  async function save(
    record: InboundRecord,
    owner: Owner,
    { text, postback, others = [], senderFacts = {} }: {
      text: string | null;
      postback: Postback | null;
      others?: NewEvent[];
      senderFacts?: Record<string, unknown>;
    },
  ): Promise<void> {
    const { account } = owner;
    const match = text === null ? null : keywordOf(record, account, text);
    const keyword = match?.keyword ?? null;
    const reply = match === null ? null : replyOf(record, owner, match);
    const effects = effectsOn(record, account, text, keyword);
    const keywordEvents = keyword === null ? [] : [event(record, KEYWORD_EVENTS[keyword])];
    const isNew = await store.inbound.receive(
      record,
      [...received(record, account, keyword, postback), ...others, ...keywordEvents],
      keyword,
      reply,
      effects,
    );
    if (isNew && (reply !== null || effects?.confirms)) onReply();
    // A repeated delivery may mean that the first one was not confirmed.
    if (keyword !== null) accounts.invalidate(account.id);
    const { connector, key, kind, trackingId } = record;
    if (isNew) {
      const facts = {
        "tracking-id": trackingId,
        account: account.id,
        connector,
        kind,
        ...senderFacts,
      };
      log.info(keyword === null ? facts : { ...facts, keyword }, "inbound message");
    } else {
      log.debug({ connector, key }, "inbound message delivered again");
    }
  }

  /**
   * Recognises a keyword. A sender that is no international number has none: no message can go to
   * it, and a block under its address would stop no message to the handset.
   */
  function keywordOf(
    { connector, from, trackingId }: InboundRecord,
    account: Account,
    text: string,
  ): KeywordMatch | null {
    const match = account.optOut ? readKeyword(text, customKeywords(account)) : null;
    if (match === null || readNumber(from) === from) return match;
    log.warn(
      {
        "tracking-id": trackingId,
        account: account.id,
        connector,
        keyword: match.keyword,
        do: "ask the carrier for international senders; meanwhile add or remove the block by hand",
      },
      "keyword from a sender that is not an international number; it has no effect",
    );
    return null;
  }

  /** Makes the reply to a keyword; null: the account sends none. */
  function replyOf(
    record: InboundRecord,
    { account, originators }: Owner,
    match: KeywordMatch,
  ): KeywordReply | null {
    const originator = originators.find(({ address }) => address === record.to);
    const text = originator === undefined ? null : replyTo(account, originator, match);
    if (text === null) return null;
    const now = clock.now();
    const trackingId = ids.tracking();
    const { operatorId } = record;
    const smartEncoding = smartEncodingOf(config, account);
    const message: NewMessage = {
      trackingId,
      account: account.id,
      kind: "SMS_MT",
      from: record.to,
      to: record.from,
      operatorId,
      mmsId: null,
      clientReference: null,
      campaignRef: null,
      content: { kind: "SMS", text: outgoingText(text, smartEncoding) },
      deliveryReport: account.deliveryReports,
      acceptedAt: now,
      expiresAt: now + REPLY_EXPIRY_MS,
      replyTo: record.trackingId,
      trace: record.trace,
    };
    const silent = { code: null, body: null, operatorId };
    return {
      message,
      kind: replyKindOf(match.keyword),
      since: now - config.KEYWORD_REPLY_WINDOW,
      events: [
        eventOf(message, {
          at: now,
          name: "accepted",
          state: "accepted",
          details: `in reply to ${record.trackingId}`,
          ...silent,
        }),
        eventOf(record, {
          at: now,
          name: "answered",
          state: null,
          details: `by ${trackingId}`,
          ...silent,
        }),
      ],
    };
  }

  /** Makes the effects on subscriptions: of an opt-out, or of a text that may confirm one. */
  function effectsOn(
    record: InboundRecord,
    account: Account,
    text: string | null,
    keyword: Keyword | null,
  ): SubscriptionEffects | undefined {
    const isOptOut = keyword === "stop" || keyword === "stop all";
    const confirms = !isOptOut && text !== null && isConfirmation(text);
    if (!isOptOut && !confirms) return undefined;
    const { from, operatorId, to, trace } = record;
    return {
      confirms,
      receivers: account.receivers,
      trackingId: () => ids.tracking(),
      welcome: ({ ref, welcomeText }) =>
        welcomeText === null ? null : campaignText({
          account,
          campaignRef: ref,
          trackingId: ids.tracking(),
          from: to,
          to: from,
          text: welcomeText,
          smartEncoding: smartEncodingOf(config, account),
          operatorId,
          at: clock.now(),
          expiryMs: config.MMS_EXPIRY_MAX,
          trace,
        }),
    };
  }

  /** Makes the events of a receipt, with its postbacks. */
  function received(
    record: InboundRecord,
    { extendedPostbacks, receivers }: Account,
    keyword: Keyword | null,
    postback: Postback | null,
  ): NewEvent[] {
    if (postback === null) return [event(record, "received")];
    const { operatorId, to } = record;
    const notice = extendedPostbacks ? withKeyword(postback, keyword, operatorId) : postback;
    const subject = { sender: to, campaignRef: null };
    return addressed(event(record, "received", notice), receivers, subject);
  }

  function event(
    record: InboundRecord,
    name: string,
    notice: Notice = { code: null, body: null },
  ): NewEvent {
    const { operatorId } = record;
    const at = clock.now();
    return eventOf(record, { at, name, state: null, details: null, ...notice, operatorId });
  }

  async function takeMms(message: InboundMms): Promise<boolean> {
    return await traced("MMS_MO", message, async (traceIds) => {
      const { vasid, at, alsoTo: _, ...rest } = message;
      const owner = await ownerOf(message, vasid);
      if (owner === null) return false;
      const { id, mm7Url, mmsMoPostbacks } = owner.account;
      const record: InboundMmsRecord = {
        ...rest,
        ...traceIds,
        account: id,
        to: owner.address,
        kind: "MMS_MO",
        token: ids.page(),
        receivedAt: at,
      };
      const fileUrl = (name: string) => contentUrl(ports.baseUrl(), record.token, name);
      await save(record, owner, {
        text: await onlyText(record, blobs),
        postback: mmsMoPostbacks ? mmsMoPostback(record, fileUrl) : null,
        others: mm7Url === null
          ? []
          : [event(record, "passed to VASP", deliverNotice(record, owner))],
      });
      return true;
    });
  }

  async function takeSms(message: InboundSms): Promise<boolean> {
    return await traced("SMS_MO", message, async (traceIds) => {
      const { at, senderType, alsoTo: _, ...rest } = message;
      const owner = await ownerOf(message, null);
      if (owner === null) return false;
      const { id, smsMoPostbacks } = owner.account;
      const record: InboundSmsRecord = {
        ...rest,
        ...traceIds,
        account: id,
        to: owner.address,
        kind: "SMS_MO",
        receivedAt: at,
      };
      const senderFacts = senderType === undefined
        ? {}
        : { "sender-ton": senderType.ton, "sender-npi": senderType.npi };
      await save(record, owner, {
        text: record.text,
        postback: smsMoPostbacks ? { ...smsMoPostback(record), isDerived: true } : null,
        senderFacts,
      });
      return true;
    });
  }

  return {
    mms: (message) => takeEach(message, (single) => takeMms({ ...message, ...single })),
    sms: (message) => takeEach(message, (single) => takeSms({ ...message, ...single })),
  };
}
