/** Admin operations on personal data: export and erasure by number. */
import { maskNumber, readNumber } from "../../core/account/address.ts";
import { Refusal } from "../../core/errors.ts";
import { isoMicros } from "../../core/timestamp.ts";
import type { AdminHandlers } from "../../generated/admin.ts";
import type * as wire from "../../generated/admin.ts";
import { type ErasePerson, hasData } from "../../jobs/erasure.ts";
import type { Clock, Person, PersonSummary, Store } from "../../ports/mod.ts";
import type { Log } from "../../log/mod.ts";
import { personDocument } from "./person_document.ts";
import { requireAccount } from "./refusals.ts";

export interface PeoplePorts {
  /** Returns the public base URL, without a trailing slash. */
  baseUrl: () => string;
  clock: Clock;
  erasePerson: ErasePerson;
  log: Log;
  store: Pick<Store, "accounts" | "inbound" | "people">;
}

export function peopleHandlers(
  { baseUrl, clock, erasePerson, log, store }: PeoplePorts,
) {
  return {
    async exportPerson({ body }) {
      const person = await personOf(body);
      const text = personDocument(store.people, person, { at: clock.now(), baseUrl: baseUrl() });
      log.info(
        { number: maskNumber(person.number), account: person.account },
        "personal data exported",
      );
      return new Response(ReadableStream.from(text).pipeThrough(new TextEncoderStream()), {
        headers: { "content-type": "application/json", "cache-control": "no-store" },
      });
    },

    async erasePerson({ body }) {
      const person = await personOf(body);
      if (!body.confirm) {
        return reportView(person, await store.people.summary(person), { erased: false });
      }
      const { found, remaining } = await erasePerson(person);
      return reportView(person, found, { erased: hasData(found), remaining });
    },
  } satisfies Partial<AdminHandlers>;

  /** @throws {Refusal} E100 for a malformed number, 404 for an unknown account. */
  async function personOf(
    { number: text, account = null }: { number: string; account?: string | null },
  ): Promise<Person> {
    const number = readNumber(text) ?? await senderOf(text.trim());
    if (number === null) {
      throw new Refusal("invalidRequest", "number is not an international number");
    }
    if (account !== null) await requireAccount(store, account);
    return { number, account };
  }

  /** Finds a sender that is no international number, as carriers spell some; null: there is none. */
  async function senderOf(text: string): Promise<string | null> {
    const { items } = await store.inbound.list({ from: text }, { cursor: null, limit: 1 });
    return items.length === 0 ? null : text;
  }
}

function reportView(
  { number, account }: Person,
  summary: PersonSummary,
  { erased, remaining = 0 }: { erased: boolean; remaining?: number },
): wire.PersonReport {
  const { counts, accounts, erasedBlocks, erasures } = summary;
  return {
    number,
    account,
    erased,
    "nothing-found": !hasData(summary),
    remaining,
    found: {
      "messages": counts.messages,
      "under-way": counts.underWay,
      "inbound": counts.inbound,
      "postbacks": counts.postbacks,
      "pending-postbacks": counts.pendingPostbacks,
      "links": counts.links,
      "exchanges": counts.exchanges,
      "files": counts.files,
      "shown-in": counts.shownIn,
      "responses": counts.responses,
      "subscriptions": counts.subscriptions,
      "subscription-changes": counts.subscriptionChanges,
      "keyword-replies": counts.keywordReplies,
      "blocks": counts.blocks,
      "loopback-messages": counts.loopbackMessages,
      "handset-facts": counts.handsetFacts,
    },
    accounts,
    "erased-blocks": erasedBlocks,
    "erasures": erasures.map(({ account, at }) => ({ account, at: isoMicros(at) })),
  };
}
