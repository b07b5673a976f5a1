/** Messages from handsets: the rows of `inbound`. */
import type { NewEvent, PostbackRef } from "../../../core/message/event.ts";
import type { InboundMmsRecord, InboundRecord } from "../../../core/message/inbound.ts";
import type { Keyword } from "../../../core/keyword/keyword.ts";
import type { NewMessage } from "../../../core/message/message.ts";
import { countAccepted, countReceived } from "../../../core/traffic/traffic_count.ts";
import type { InboundStore, KeywordReply, SubscriptionEffects } from "../../../ports/mod.ts";
import { insertUses, useRows } from "../files/blob_uses.ts";
import { applyKeyword, storedForms } from "../accounts/blocks.ts";
import { asJson, type Database, type Parameter, type Query, type Row } from "../engine/database.ts";
import {
  eventRow,
  FROM_WRITTEN,
  insertEvents,
  NONE_WRITTEN,
  postbacksWritten,
  WRITTEN,
  type WrittenRow,
} from "../postbacks/event_rows.ts";
import { applyToSubscriptions } from "../subscriptions/handset_effects.ts";
import { acceptReply } from "./keyword_replies.ts";
import { type BatcherOptions, createBatcher } from "../engine/batcher.ts";
import type { NumberDigest } from "../secrets/number_digest.ts";
import type { TrafficTally } from "../traffic/tally.ts";
import { formsOf, listByIds } from "../engine/page.ts";
import { epoch, instant } from "../engine/time.ts";
import { uuidOrNone } from "../engine/uuids.ts";

/** Columns that `inboundOf` reads. */
export const INBOUND =
  `tracking_id, account, kind, connector, key, sender, recipient, subject, operator_id,
  files, token, text, ${epoch("received_at")} as received_at`;

const LISTING = {
  listing: "inbound",
  table: "inbound",
  columns: INBOUND,
  id: "tracking_id",
  itemOf: inboundOf,
  idOf: ({ trackingId }: { trackingId: string }) => trackingId,
} as const;

/** In order of the key, so that two batches never deadlock. */
const RECEIVE = `
  with received as (
    insert into inbound (tracking_id, account, kind, connector, key, sender, recipient, subject,
      operator_id, files, token, text, received_at)
    select tracking_id, account, kind, connector, key, sender, recipient, subject, operator_id, files,
      token, text, received_at
    from json_to_recordset($1::text::json) as x(tracking_id uuid, account text, kind text,
      connector text, key text, sender text, recipient text, subject text, operator_id text,
      files json, token text, text text, received_at timestamptz)
    order by connector collate "C", key collate "C"
    on conflict (connector, key) do nothing
    returning tracking_id),
  ${insertEvents("$2", { ids: "tracking_id from received" })},
  new_uses as (${insertUses("inbound", "$3", "tracking_id from received")})
  select tracking_id, ${NONE_WRITTEN} from received
  union all select tracking_id, ${WRITTEN} ${FROM_WRITTEN}`;

interface Receive {
  message: InboundRecord;
  events: NewEvent[];
}

/** Effects of a message on what is stored about its sender. */
interface Effects {
  keyword: Keyword | null;
  reply: KeywordReply | null;
  subscriptions: SubscriptionEffects | undefined;
}

/** Result of a batch. */
interface Written {
  /** Messages that are no duplicates. */
  received: ReadonlySet<InboundRecord>;
  /** Texts in response. */
  texts: readonly NewMessage[];
  postbacks: PostbackRef[];
}

/** Row of a statement's result: a message, or a postback. */
type ResultRow = { tracking_id: string } & (WrittenRow | { position: null });

/** @param onPostbacks Receives the postbacks of each commit, once it is durable. */
export function createInboundStore(
  database: Database,
  options: BatcherOptions,
  digestOf: NumberDigest,
  onPostbacks: (postbacks: PostbackRef[]) => void,
  tally: TrafficTally,
): InboundStore {
  /** Writes the messages that are no duplicates. */
  async function write(query: Query, batch: Receive[]): Promise<Written> {
    const events = batch.flatMap(({ events }) => events);
    const rows = await query<ResultRow>(RECEIVE, [
      asJson(batch.map(({ message }) => inboundRow(message))),
      asJson(events.map(eventRow)),
      asJson(
        batch.flatMap(({ message }) =>
          message.kind === "SMS_MO"
            ? []
            : useRows(message.trackingId, message.files.map(({ blob }) => blob))
        ),
      ),
    ]);
    const written = rows.filter((row) => row.position !== null);
    const ids = new Set(rows.map((row) => row.tracking_id));
    return {
      received: new Set(
        batch.map(({ message }) => message).filter(({ trackingId }) => ids.has(trackingId)),
      ),
      texts: [],
      postbacks: postbacksWritten(events, written),
    };
  }

  /** Counts what is durable now, and notifies of its postbacks. */
  function committed({ postbacks, received, texts }: Written): void {
    for (const message of received) tally.add(countReceived(message));
    for (const text of texts) tally.add(countAccepted(text));
    if (postbacks.length > 0) onPostbacks(postbacks);
  }

  const receive = createBatcher<Receive, boolean>(async (batch) => {
    const written = await write(database.query, batch);
    committed(written);
    return batch.map(({ message }) => written.received.has(message));
  }, options);

  /**
   * Stores a message with effects in a transaction of its own: they come in the order in which the
   * messages arrive, and a duplicate has none.
   */
  async function receiveWithEffects(
    item: Receive,
    { keyword, reply, subscriptions }: Effects,
  ): Promise<boolean> {
    const { message } = item;
    const forms = await storedForms(message.from, digestOf);
    const written = await database.transaction(async (query) => {
      const written = await write(query, [item]);
      if (written.received.size === 0) return written;
      const tookEffect = keyword !== null && await applyKeyword(query, message, keyword, forms);
      const isReplied = tookEffect && reply !== null && await acceptReply(query, reply);
      const texts = isReplied ? [reply.message] : [];
      if (subscriptions === undefined) return { ...written, texts };
      const effects = await applyToSubscriptions(query, message, keyword, subscriptions, forms);
      return {
        ...written,
        texts: [...texts, ...effects.texts],
        postbacks: [...written.postbacks, ...effects.postbacks],
      };
    });
    committed(written);
    return written.received.size > 0;
  }

  async function findOne(where: string, parameters: Parameter[]): Promise<InboundRecord | null> {
    const rows = await database.query(`select ${INBOUND} from inbound where ${where}`, parameters);
    return rows.length === 0 ? null : inboundOf(rows[0]!);
  }

  return {
    receive: (message, events, keyword = null, reply = null, subscriptions) =>
      keyword === null && subscriptions?.confirms !== true
        ? receive({ message, events })
        : receiveWithEffects({ message, events }, { keyword, reply, subscriptions }),
    byTrackingId: (id) => findOne("tracking_id = $1", [uuidOrNone(id)]),
    byKey: (connector, key) => findOne("connector = $1 and key = $2", [connector, key]),
    // Only an MMS has a token.
    byToken: async (token) => await findOne("token = $1", [token]) as InboundMmsRecord | null,

    list: ({ account, from, to }, page) =>
      listByIds(
        database.query,
        LISTING,
        { account, sender: formsOf(from), recipient: formsOf(to) },
        page,
      ),
  };
}

function inboundRow(message: InboundRecord) {
  return {
    tracking_id: message.trackingId,
    account: message.account,
    kind: message.kind,
    connector: message.connector,
    key: message.key,
    sender: message.from,
    recipient: message.to,
    operator_id: message.operatorId,
    received_at: instant(message.receivedAt),
    ...message.kind === "SMS_MO"
      ? { files: [], text: message.text }
      : { subject: message.subject, files: message.files, token: message.token },
  };
}

export function inboundOf(row: Row): InboundRecord {
  const common = {
    trackingId: row.tracking_id,
    account: row.account,
    connector: row.connector,
    key: row.key,
    from: row.sender,
    to: row.recipient,
    operatorId: row.operator_id,
    receivedAt: row.received_at,
  };
  if (row.kind === "SMS_MO") return { ...common, kind: "SMS_MO", text: row.text };
  const { subject, files, token } = row;
  return { ...common, kind: "MMS_MO", subject, files, token };
}
