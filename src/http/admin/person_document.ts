/** The export of a person's data: one JSON document, written as it is read. */
import { isoMicros } from "../../core/timestamp.ts";
import type * as wire from "../../generated/admin.ts";
import type {
  PeopleStore,
  Person,
  PersonFacts,
  PersonInbound,
  PersonMessage,
  PersonPage,
  PersonPages,
  PersonResponse,
  ShownIn,
} from "../../ports/mod.ts";
import {
  blockView,
  consentView,
  eventLogView,
  exchangeView,
  inboundView,
  interruptionView,
  linkView,
  loopbackView,
  messageDetailView,
  messageView,
  subscriptionView,
} from "./views.ts";

/** Items in memory at once: each message may have files, postbacks and exchanges. */
const PAGE = 50;
/** Rows that are looked through at once for the few that have the number. */
const SCANNED_PAGE = 5000;

type Lists = {
  [L in keyof PersonPages]: {
    name: keyof wire.PersonExport;
    limit: number;
    view(item: PersonPages[L]): object;
  };
};

/** Writes the document in parts, each of a few items. */
export async function* personDocument(
  people: PeopleStore,
  person: Person,
  { at, baseUrl }: { at: number; baseUrl: string },
): AsyncGenerator<string> {
  const { number, account } = person;
  const head = { number, account, "exported-at": isoMicros(at) };
  yield JSON.stringify(head).slice(0, -1);
  const lists = listsOf(baseUrl);
  for (const list of Object.keys(lists) as (keyof Lists)[]) {
    yield* listOf(people, person, list, lists[list] as Lists[typeof list]);
  }
  yield `,${JSON.stringify(factsView(await people.facts(person))).slice(1)}\n`;
}

async function* listOf<L extends keyof PersonPages>(
  people: PeopleStore,
  person: Person,
  list: L,
  { name, limit, view }: Lists[L],
): AsyncGenerator<string> {
  yield `,\n${JSON.stringify(name)}:[`;
  let separator = "\n";
  for (let after: string | null = null, isEnd = false; !isEnd;) {
    const { items, next }: PersonPage<PersonPages[L]> = await people.page(
      list,
      person,
      after,
      limit,
    );
    if (items.length > 0) {
      yield separator + items.map((item) => JSON.stringify(view(item))).join(",\n");
      separator = ",\n";
    }
    after = next;
    isEnd = next === null;
  }
  yield "]";
}

function listsOf(baseUrl: string): Lists {
  return {
    messages: { name: "messages", limit: PAGE, view: (item) => personMessage(item, baseUrl) },
    inbound: { name: "inbound", limit: PAGE, view: (item) => personInbound(item, baseUrl) },
    shownIn: { name: "shown-in", limit: SCANNED_PAGE, view: shownView },
    responses: { name: "responses", limit: SCANNED_PAGE, view: responseView },
    loopback: { name: "loopback-messages", limit: PAGE, view: loopbackView },
  };
}

function personMessage(
  { message, links, exchanges, ...events }: PersonMessage,
  baseUrl: string,
): wire.PersonMessage {
  const { content } = message;
  return {
    ...messageView(message),
    ...messageDetailView(message, baseUrl),
    "display-only": content.kind === "MMS" ? content.displayOnly : [],
    ...interruptionView(events),
    ...eventLogView(events),
    links: links.map((link) => linkView(link, baseUrl)),
    exchanges: exchanges.map(exchangeView),
  };
}

function personInbound(
  { message, exchanges, ...events }: PersonInbound,
  baseUrl: string,
): wire.PersonInbound {
  return {
    ...inboundView(message, baseUrl),
    ...eventLogView(events),
    exchanges: exchanges.map(exchangeView),
  };
}

function shownView({ trackingId, account, acceptedAt }: ShownIn): wire.PersonShown {
  return { "tracking-id": trackingId, account, "accepted-at": isoMicros(acceptedAt) };
}

function responseView({ account, key, claimedAt, text }: PersonResponse): wire.PersonResponse {
  return { account, key, "claimed-at": isoMicros(claimedAt), text };
}

function factsView(
  facts: PersonFacts,
): Pick<
  wire.PersonExport,
  | "subscriptions"
  | "subscription-changes"
  | "blocks"
  | "keyword-replies"
  | "handsets"
  | "operators"
  | "loopback-handsets"
> {
  return {
    "subscriptions": facts.subscriptions.map(({ account, ...subscription }) => (
      { ...subscriptionView(subscription), account }
    )),
    "subscription-changes": facts.subscriptionChanges.map((change) => ({
      "account": change.account,
      "campaign-ref": change.campaignRef,
      "tracking-id": change.trackingId,
      "code": change.code,
      "source": change.source,
      "at": isoMicros(change.at),
      "consent": consentView(change.consent),
    })),
    "blocks": facts.blocks.map(({ account, ...block }) => blockView(account, block)),
    "keyword-replies": facts.keywordReplies.map(({ at, ...reply }) => (
      { ...reply, at: isoMicros(at) }
    )),
    "handsets": facts.handsets.map(({ handset, seenAt }) => (
      { handset, "seen-at": isoMicros(seenAt) }
    )),
    "operators": facts.operators.map(({ operatorId, seenAt }) => (
      { "operator-id": operatorId, "seen-at": isoMicros(seenAt) }
    )),
    "loopback-handsets": facts.loopbackHandsets.map(({ number, operatorId, handset, outcome }) => (
      { number, "operator-id": operatorId, handset, outcome }
    )),
  };
}
