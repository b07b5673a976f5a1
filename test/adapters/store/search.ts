/** Searches, compared with a filter of the same messages in memory. */
import assert from "node:assert/strict";
import { asJson, type Database } from "../../../src/adapters/store/engine/database.ts";
import { earliestId } from "../../../src/adapters/store/engine/uuids.ts";
import { ORDINARY_DETAILS } from "../../../src/core/message/status_details.ts";
import {
  FAILED_STATES,
  type SearchCriteria,
  STATE_GROUPS,
} from "../../../src/core/search/search.ts";
import { readSearches } from "../../../src/core/search/search_query.ts";
import type { SearchPage, Store } from "../../../src/ports/mod.ts";
import { accepted, newInbound, newTransition, nextId, NOON, uuidOf } from "../../support/store.ts";
import type { Case } from "./fixture.ts";

/** Message of the test, of either direction. */
interface Sample {
  id: string;
  direction: "out" | "in";
  kind: "MMS" | "SMS";
  state: string;
  account: string;
  sender: string;
  recipient: string;
  connector: string;
  texts: string[];
  code: string | null;
  reference: string | null;
  mms_id: string | null;
  campaign: string | null;
  operator: string | null;
  details: string | null;
  reason: string | null;
  carrier_id: string;
  at: number;
}

const HOUR = 3_600_000;
const REASONS = ["Spam filter", "no route to 100%", "İstanbul: 550 5.7.1", "Network Unreachable"];
const COUNT = 9000;
/** Number of the message with a very long text. */
const LONG = 4711;
/** Texts that searches get wrong which build patterns, compare bytes, or split at characters. */
const WORDS = [
  "sale",
  "Sale",
  "order",
  "your code",
  "100%",
  "a_b",
  "back\\slash",
  'quo"te',
  "it's",
  "日本語",
  "NUL\0x",
  "lone \ud800 half",
  "😀😃",
  "שלום עולם",
  "İstanbul",
  "STRASSE",
  "straße",
  "naïve",
  "nai\u0308ve",
  "tab\tline\nbreak",
  "Kelvin \u212a",
  "%%",
  "__",
  "\\\\",
  "'; drop table message",
];

/** Creates a generator of random numbers below a bound, the same at each run (xorshift). */
function random(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % below;
  };
}

const idAt = (at: number, n: number) => earliestId(at).slice(0, 13) + uuidOf(n).slice(13);

function samples(count: number, end: number, seed = 1): Sample[] {
  const below = random(seed);
  const pick = <T>(list: readonly T[]) => list[below(list.length)]!;
  return Array.from({ length: count }, (_, n) => {
    const at = end - (count - n) * 10_000;
    const isOut = below(10) > 0;
    const kind = n === LONG ? "SMS" : pick(["MMS", "SMS", "SMS"] as const);
    const text = () => Array.from({ length: 1 + below(5) }, () => pick(WORDS)).join(" ");
    const failures = ["failed", "rejected", "submitted", "unreported", "expired"];
    const state = !isOut ? "received" : below(20) === 0 ? pick(failures) : "delivered";
    return {
      id: idAt(at, seed * 1_000_000 + n),
      direction: isOut ? "out" : "in",
      kind,
      state,
      account: pick(["one", "one", "one", "two"]),
      sender: isOut ? "111122" : String(16175550000 + below(3000)),
      recipient: isOut ? String(16175550000 + below(3000)) : "111122",
      connector: below(500) === 0 ? "spare" : "main",
      texts: kind === "MMS" ? [text(), text()] : [n === LONG ? "x".repeat(10_000) : text()],
      code: state === "delivered" ? "N202" : state === "rejected" ? "E102" : null,
      reference: isOut && below(2) === 0 ? `Order-${below(5000)}` : null,
      mms_id: isOut && kind === "MMS" ? uuidOf(below(9)) : null,
      campaign: isOut && below(100) === 0 ? `campaign-${below(3)}` : null,
      operator: isOut && below(3) === 0 ? `operator-${below(9)}` : null,
      details: isOut && below(40) === 0 ? "Message Not Supported" : null,
      reason: isOut && below(4) === 0 ? pick(REASONS) : null,
      carrier_id: `carrier-${seed}-${n}`,
      at,
    };
  });
}

const instantOf = (at: number) => new Date(at).toISOString();

async function insert({ query }: Database, list: readonly Sample[]): Promise<void> {
  const rows = list.map(({ texts: [subject, text = null], ...sample }) => ({
    ...sample,
    at: instantOf(sample.at),
    subject: sample.kind === "MMS" ? subject : null,
    text: sample.kind === "MMS" ? text : subject,
    content: sample.kind === "SMS" ? { kind: "SMS", text: subject } : {
      kind: "MMS",
      subject,
      slides: [{ text, media: [] }],
      fallback: { text: null, disabled: true, linkDisabled: true, linkExpiresAt: 0 },
    },
  }));
  const batch = `with batch as (
    select * from json_to_recordset($1::text::json) as x(id uuid, direction text, kind text,
      state text, account text, sender text, recipient text, connector text, subject text,
      text text, content json, code text, reference text, mms_id uuid, campaign text,
      operator text, details text, reason text, carrier_id text, at timestamptz))`;
  await query(
    `${batch} insert into message (tracking_id, account, kind, state, sender, recipient, mms_id,
      client_reference, campaign_ref, content, delivery_report, connector, operator_id,
      status_details, status_reason, carrier_id, accepted_at, updated_at, expires_at)
    select id, account, kind || '_MT', state, sender, recipient, mms_id, reference, campaign, content,
      true, connector, operator, details, reason, carrier_id, at, at, at
    from batch where direction = 'out'`,
    [asJson(rows)],
  );
  await query(
    `${batch} insert into carrier_reference (carrier_id, tracking_id)
    select carrier_id, id from batch where direction = 'out'`,
    [asJson(rows)],
  );
  await query(
    `${batch} insert into inbound (tracking_id, account, kind, connector, key, sender, recipient,
      subject, text, files, token, received_at)
    select id, account, kind || '_MO', connector, id::text, sender, recipient, subject,
      case when kind = 'SMS' then text end, '[]', case when kind = 'MMS' then id::text end, at
    from batch where direction = 'in'`,
    [asJson(rows)],
  );
  await query(
    `${batch} insert into event (account, tracking_id, at, name, code)
    select account, id, at, 'event', code from batch where code is not null`,
    [asJson(rows)],
  );
}

async function index({ search }: Store, now: number): Promise<number> {
  let steps = 0;
  while (await search.index(now)) steps++;
  return steps;
}

const plains = new Map<string, string>();

function plain(text: string): string {
  let folded = plains.get(text);
  if (folded === undefined) {
    folded = text.toWellFormed().replaceAll("\0", "\ufffd").normalize("NFC").toLowerCase()
      .split(/\s+/).join(" ").trim();
    plains.set(text, folded);
  }
  return folded;
}

/** Tells whether a message has a part of a text, or the start of its reference. */
function hasTextOrReference(sample: Sample, part: string): boolean {
  return hasText(sample, part) || (sample.reference?.startsWith(part) ?? false);
}

function hasText({ direction, texts }: Sample, part: string): boolean {
  // An inbound MMS has its subject alone.
  return (direction === "in" ? texts.slice(0, 1) : texts)
    .some((each) => plain(each).includes(plain(part)));
}

function hasNumber({ recipient, sender }: Sample, part: string): boolean {
  return sender.includes(part) || recipient.includes(part);
}

function hasReason({ details, reason, state }: Sample, part: string): boolean {
  if (!(FAILED_STATES as readonly string[]).includes(state)) return false;
  const ordinary = ORDINARY_DETAILS[state as keyof typeof ORDINARY_DETAILS];
  return plain(details ?? ordinary).includes(part) ||
    reason !== null && plain(reason).includes(part);
}

function naive(list: readonly Sample[], criteria: SearchCriteria): string[] {
  const { account, direction, kind, states, number, text, trackingId, clientReference } = criteria;
  const { mmsId, campaignRef, connector, carrierId, code, from, to, textOrReference } = criteria;
  const { except = {}, operator, reason, senders } = criteria;
  return list.filter((sample) =>
    (account === undefined || sample.account === account) &&
    (direction === undefined || sample.direction === direction) &&
    (kind === undefined || sample.kind === kind) &&
    (states === undefined || (states as readonly string[]).includes(sample.state)) &&
    (number === undefined || hasNumber(sample, number)) &&
    (except.number === undefined || !hasNumber(sample, except.number)) &&
    (except.states === undefined ||
      !(except.states as readonly string[]).includes(sample.state)) &&
    (except.code === undefined || sample.code !== except.code) &&
    (except.textOrReference === undefined ||
      !hasTextOrReference(sample, except.textOrReference)) &&
    (text === undefined || hasText(sample, text)) &&
    (reason === undefined || hasReason(sample, reason)) &&
    (operator === undefined || sample.operator === operator) &&
    (trackingId === undefined || sample.id.startsWith(trackingId)) &&
    (clientReference === undefined || sample.reference?.startsWith(clientReference)) &&
    (senders === undefined ||
      senders.includes(sample.direction === "out" ? sample.sender : sample.recipient)) &&
    (textOrReference === undefined || hasTextOrReference(sample, textOrReference)) &&
    (mmsId === undefined || sample.mms_id === mmsId) &&
    (campaignRef === undefined || sample.campaign === campaignRef) &&
    (connector === undefined || sample.connector === connector) &&
    (carrierId === undefined || sample.direction === "out" && sample.carrier_id === carrierId) &&
    (code === undefined || sample.code === code) &&
    (from === undefined || sample.at >= from) && (to === undefined || sample.at < to)
  ).map(({ id }) => id).sort().reverse();
}

/** Reads the pages up to `most` messages; a short page that is not the last must be partial. */
async function found(
  store: Store,
  criteria: SearchCriteria | readonly SearchCriteria[],
  most = Infinity,
  limit = 100,
): Promise<string[]> {
  const searches = [criteria].flat();
  const ids: string[] = [];
  for (let cursor: string | null = null;;) {
    const page: SearchPage = await store.search.search(searches, { cursor, limit });
    ids.push(...page.items.map(({ trackingId }) => trackingId));
    cursor = page.nextCursor;
    assert.equal(page.partial, cursor !== null && page.items.length < limit);
    if (cursor === null || ids.length >= most) return ids;
  }
}

/** Makes criteria that the message meets, or nearly. */
function criteriaLike(sample: Sample, below: (n: number) => number): SearchCriteria {
  const part = (text: string) => {
    const at = below(text.length);
    return text.slice(at, at + 1 + below(12));
  };
  const choices: (() => SearchCriteria)[] = [
    () => ({ account: sample.account }),
    () => ({ direction: sample.direction }),
    () => ({ kind: sample.kind }),
    () => ({ states: [sample.state] as SearchCriteria["states"] }),
    () => ({ states: STATE_GROUPS["any-failed"] }),
    () => ({ number: sample.recipient.slice(-3 - below(5)) }),
    () => ({ text: plain(part(sample.texts[0]!)) }),
    () => ({ text: plain(sample.texts[0]!.slice(0, 200)) }),
    () => ({ textOrReference: sample.reference ?? part(sample.texts[0]!) }),
    () => ({ trackingId: sample.id.slice(0, 8 + below(28)) }),
    () => ({ clientReference: (sample.reference ?? "Order-").slice(0, 1 + below(10)) }),
    () => ({ mmsId: sample.mms_id ?? nextId() }),
    () => ({ campaignRef: sample.campaign ?? "campaign-none" }),
    () => ({ connector: sample.connector }),
    () => ({ carrierId: sample.carrier_id }),
    () => ({ code: sample.code ?? "E004" }),
    () => ({ from: sample.at - HOUR, to: sample.at + HOUR }),
    () => ({ to: sample.at }),
    () => ({ senders: [sample.sender, "333344"] }),
    () => ({ senders: ["111122"] }),
    () => ({ operator: sample.operator ?? "none" }),
    () => ({ reason: plain(part(sample.reason ?? "message expired")) }),
    () => ({ except: { number: sample.recipient.slice(-3) } }),
    () => ({ except: { states: [sample.state] as SearchCriteria["states"] } }),
    () => ({ except: { code: "N202" } }),
    () => ({ except: { textOrReference: part(sample.texts[0]!) } }),
  ];
  return Object.assign(
    {},
    ...Array.from({ length: 1 + below(3) }, () => choices[below(choices.length)]!()),
  );
}

export const search: Record<string, Case> = {
  async "finds what a filter of all messages finds, before and after they are indexed"(
    { database, store },
  ) {
    const list = samples(COUNT, NOON);
    const newest = samples(200, NOON + HOUR, 2);
    await insert(database, list);
    const below = random(3);
    const all = [...list, ...newest];
    const compare = async (stored: readonly Sample[], times: number) => {
      for (let time = 0; time < times; time++) {
        const criteria = criteriaLike(stored[below(stored.length)]!, below);
        const ids = await found(store, criteria, 250);
        const expected = naive(stored, criteria).slice(0, Math.max(250, ids.length));
        assert.deepEqual(ids, expected, JSON.stringify(criteria));
      }
    };
    await compare(list, 15);
    assert.equal(await index(store, NOON + 20_000), 3);
    await insert(database, newest);
    await compare(all, 60);
    assert.deepEqual(await found(store, {}), naive(all, {}));
    assert.deepEqual(await found(store, { text: "x".repeat(10_000) }), [list[LONG]!.id]);
    for (const word of WORDS) {
      const ids = await found(store, { text: plain(word) }, 1);
      assert.deepEqual(ids, naive(all, { text: word }).slice(0, ids.length), word);
    }
  },

  async "follow each other: what is meant most often first, each message once"(
    { database, store },
  ) {
    const list = samples(5000, NOON);
    await insert(database, list);
    await index(store, NOON + 20_000);
    for (const query of ["555", "E102", "failed", "received", "sale", "spam", "Order-1", "none"]) {
      const searches = readSearches({ query, account: "one" });
      const expected = searches.flatMap((criteria) => naive(list, criteria));
      for (const limit of [100, 7]) {
        const ids = await found(store, searches, 300, limit);
        assert.deepEqual(ids, expected.slice(0, Math.max(300, ids.length)), query);
        assert.equal(new Set(ids).size, ids.length);
      }
    }
    const [digits, text] = readSearches({ query: "555" });
    assert.ok(naive(list, digits!).length > 0);
    const { nextCursor } = await store.search.search([digits!, text!], { cursor: null, limit: 1 });
    await assert.rejects(
      store.search.search([digits!], { cursor: nextCursor!.replace("0:", "1:"), limit: 1 }),
      /cursor was not issued by this listing/,
    );
  },

  async "pages go on where they ended, whatever is added and indexed meanwhile"(
    { database, store },
  ) {
    const list = samples(5000, NOON);
    await insert(database, list);
    const criteria = { text: "sale" };
    const ids: string[] = [];
    let cursor: string | null = null;
    for (let round = 1;; round++) {
      const page: SearchPage = await store.search.search([criteria], { cursor, limit: 100 });
      ids.push(...page.items.map(({ trackingId }) => trackingId));
      cursor = page.nextCursor;
      if (cursor === null) break;
      if (round === 2) await insert(database, samples(5000, NOON + 24 * HOUR, 2));
      if (round === 4) await index(store, NOON + 48 * HOUR);
    }
    assert.deepEqual(ids, naive(list, criteria));
  },

  async "an open message is found by its new state at once, a late one after the next look"(
    open,
  ) {
    const { database, store } = open;
    const list = samples(5000, NOON);
    await insert(database, list);
    const trackingId = idAt(NOON - 100 * HOUR / 20, 99);
    await accepted(open, { trackingId, account: "one" });
    await index(store, NOON + 20_000);
    assert.ok(!(await found(store, { code: "E201" })).includes(trackingId));
    await store.messages.transition(newTransition(trackingId, { to: "failed" }));
    assert.ok((await found(store, { states: ["failed"] })).includes(trackingId));

    const late = { ...samples(1, NOON, 5)[0]!, id: idAt(NOON - 2 * HOUR, 77), connector: "late" };
    await insert(database, [{ ...late, state: "delivered", direction: "out" }]);
    assert.ok(await index(store, NOON + 20_000 + 120_000) > 0);
    assert.deepEqual(await found(store, { connector: "late" }), [late.id]);
    assert.ok((await found(store, { states: ["failed"] })).includes(trackingId));
    assert.equal((await found(store, {})).length, 5002);
  },

  async "a message is found by a click on its link, long after its end"({ database, store }) {
    const list = samples(5000, NOON);
    await insert(database, list);
    await index(store, NOON + 20_000);
    const { id: trackingId } = list.find(({ state }) => state === "delivered")!;
    await database.query(
      `insert into event (account, tracking_id, at, name, code, body, sent_at)
       values ('one', $1, now(), 'link opened', 'N311', '{}', now())`,
      [trackingId],
    );
    assert.deepEqual(await found(store, { code: "N311" }), [trackingId]);
  },

  async "deleted messages are not found, and leave the index"({ database, store }) {
    const list = samples(9000, NOON);
    await insert(database, list);
    await index(store, NOON + 20_000);
    const remaining = list.slice(6000);
    await database.query("delete from message where tracking_id < $1", [remaining[0]!.id]);
    await database.query("delete from inbound where tracking_id < $1", [remaining[0]!.id]);
    assert.deepEqual(await found(store, {}), naive(remaining, {}));
    await index(store, NOON + HOUR);
    assert.deepEqual(await found(store, { text: "sale" }), naive(remaining, { text: "sale" }));
    const [row] = await database.query("select sum(messages)::int as count from search_block");
    assert.equal(row!.count, 3000);
    const [orphans] = await database.query(
      `select count(*)::int as count from search_posting
       where block not in (select id from search_block)`,
    );
    assert.equal(orphans!.count, 0);
  },

  async "a segment's message is found by the carrier's id, an unknown cursor is refused"(
    { store, database },
  ) {
    const [message] = samples(1, NOON, 4);
    await insert(database, [{ ...message!, direction: "out", state: "delivered" }]);
    await database.query(
      `insert into segment values ('a', 'x1', '${nextId()}', 0), ('b', 'part-2', $1, 1)`,
      [message!.id],
    );
    assert.deepEqual(await found(store, { carrierId: "part-2" }), [message!.id]);
    await store.inbound.receive(newInbound(), []);
    for (const cursor of ["", "message:x", "search:", "search:\n", `search:${"x".repeat(101)}`]) {
      await assert.rejects(
        store.search.search([{}], { cursor, limit: 1 }),
        /cursor was not issued by this listing/,
      );
    }
  },
};
