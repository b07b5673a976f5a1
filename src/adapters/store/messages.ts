/** Messages: the rows of `message`, written many to a commit. */
import type { MessageRecord, NewMessage } from "../../core/message.ts";
import type {
  DueFor,
  Lease,
  MessageFilter,
  MessageMove,
  MessageStore,
  Once,
  Page,
} from "../../env.ts";
import { asJson, type Database, type Parameter, type Row } from "./database.ts";
import { EVENT_COLUMNS, eventRow, INSERT_EVENTS } from "./events.ts";
import { createLane, type LaneOptions } from "./lane.ts";
import { pageOf } from "./page.ts";
import { earliestId, epoch, instant } from "./time.ts";

/** Types of `acceptRow`'s fields in a record set. */
const ACCEPT_COLUMNS = `tracking_id text, account text, kind text, sender text, recipient text,
  operator_id text, mms_id text, client_reference text, campaign_ref text, content json,
  delivery_report boolean, accepted_at timestamptz, expires_at timestamptz, due_at timestamptz,
  owner text`;

const insertMessages = (batch: string) => `
    insert into message (tracking_id, account, kind, state, sender, recipient, operator_id, mms_id,
      client_reference, campaign_ref, content, delivery_report, accepted_at, updated_at, expires_at,
      due_at, owner)
    select tracking_id, account, kind, 'accepted', sender, recipient, operator_id, mms_id,
      client_reference, campaign_ref, content, delivery_report, accepted_at, accepted_at,
      expires_at, due_at, owner
    from ${batch}`;

/** The first event, of being accepted, tells nothing that the message does not: it needs no id. */
const insertFirstEvents = (batch: string) => `
  insert into event (account, tracking_id, at, name, state, operator_id)
  select account, tracking_id, accepted_at, 'accepted', 'accepted', operator_id from ${batch}`;

const ACCEPT = `
  with batch as (
    select * from json_to_recordset($1::text::json) as x(${ACCEPT_COLUMNS})),
  written as (${insertMessages("batch")})
  ${insertFirstEvents("batch")}`;

/**
 * A digest that is there is locked and read as it is now, whatever another commit has just made of
 * it: what comes back is the truth. In order, so that two batches never wait for each other.
 */
const ACCEPT_ONCE = `
  with batch as (
    select * from json_to_recordset($1::text::json) as x(${ACCEPT_COLUMNS},
      digest text, since timestamptz)),
  known as (
    insert into accepted_digest as d (digest, tracking_id, at)
    select digest, tracking_id, accepted_at from batch where digest is not null
    order by digest collate "C"
    on conflict (digest) do update set (tracking_id, at) = (
      select case when d.at < b.since then b.tracking_id else d.tracking_id end,
        case when d.at < b.since then b.accepted_at else d.at end
      from batch b where b.digest = d.digest)
    returning d.digest, d.tracking_id, d.at),
  fresh as (
    select b.* from batch b left join known k on k.digest = b.digest
    where k.digest is null or k.tracking_id = b.tracking_id),
  written as (${insertMessages("fresh")}),
  told as (${insertFirstEvents("fresh")})
  select digest, tracking_id, ${epoch("at")} as at from known`;

/** A null in `batch` leaves a value as it is, but for the work that is next. */
const MOVE = `
  with batch as (
    select * from json_to_recordset($1::text::json) as x(tracking_id text, from_state text,
      to_state text, holder text, at timestamptz, sent_as text, operator_id text, connector text,
      carrier_id text, handset text, status_details text, attempts int, content json,
      due_at timestamptz, prepare_at timestamptz, owner text)),
  moved as (
    update message m set
      state = b.to_state,
      updated_at = b.at,
      sent_as = coalesce(b.sent_as, m.sent_as),
      operator_id = coalesce(b.operator_id, m.operator_id),
      connector = coalesce(b.connector, m.connector),
      carrier_id = coalesce(b.carrier_id, m.carrier_id),
      handset = coalesce(b.handset, m.handset),
      status_details = coalesce(b.status_details, m.status_details),
      attempts = coalesce(b.attempts, m.attempts),
      content = coalesce(b.content, m.content),
      due_at = b.due_at,
      prepare_at = b.prepare_at,
      owner = b.owner
    from batch b where m.tracking_id = b.tracking_id and m.state = b.from_state
      and (b.holder is null or m.owner = b.holder)
    returning m.tracking_id),
  told as (
    ${INSERT_EVENTS}
    from json_to_recordset($2::text::json) as x(${EVENT_COLUMNS}, place int)
    where tracking_id in (select tracking_id from moved)
    order by place)
  select tracking_id from moved`;

const MESSAGE = `tracking_id, account, kind, state, sender, recipient, operator_id, mms_id,
  client_reference, campaign_ref, content, delivery_report, sent_as, connector, carrier_id, handset,
  status_details, attempts, ${epoch("accepted_at")} as accepted_at,
  ${epoch("updated_at")} as updated_at, ${epoch("expires_at")} as expires_at`;

const BY_CARRIER_ID = `
  select ${MESSAGE} from message where (carrier_id, connector) in (
    select carrier_id, connector
    from json_to_recordset($1::text::json) as x(carrier_id text, connector text))
  order by tracking_id`;

/** When a message is due, by what for. */
const DUE_AT: Record<DueFor, string> = { delivery: "due_at", preparation: "prepare_at" };

/**
 * How much older than its message's acceptance a tracking-id may be, in milliseconds: far more than
 * reading a request and fetching what it names take.
 */
const ID_TOLERANCE = 3_600_000;

interface Accept {
  message: NewMessage;
  lease: Lease | null;
  once: Once | undefined;
}

interface Known {
  digest: string;
  tracking_id: string;
  at: number;
}

/** @param onPostbacks Told of the postbacks of each commit, once it is durable. */
export function createMessageStore(
  database: Database,
  options: LaneOptions,
  onPostbacks: (eventIds: string[]) => void,
): MessageStore {
  /** Null: another of its digest went first, and is too old for it: to be tried again. */
  const accept = createLane<Accept, string | null>(async (batch) => {
    if (batch.every(({ once }) => once === undefined)) {
      await database.query(ACCEPT, [asJson(batch.map(acceptRow))]);
      return batch.map(({ message }) => message.trackingId);
    }
    const first = firstOfEachDigest(batch);
    const known = await database.query<Known>(ACCEPT_ONCE, [asJson(first.map(acceptOnceRow))]);
    const byDigest = new Map(known.map((row) => [row.digest, row]));
    const asked = new Set(first);
    return batch.map((item) => {
      if (item.once === undefined) return item.message.trackingId;
      const { tracking_id, at } = byDigest.get(item.once.digest)!;
      return asked.has(item) || at >= item.once.since ? tracking_id : null;
    });
  }, options);

  async function acceptOnce(item: Accept): Promise<string> {
    for (;;) {
      const trackingId = await accept(item);
      if (trackingId !== null) return trackingId;
    }
  }

  const move = createLane<MessageMove, boolean>(async (batch) => {
    const results = new Map<MessageMove, boolean>();
    // A message moves one step a statement: a second move of it takes the next.
    for (let rest = batch; rest.length > 0;) {
      const [first, again] = firstOfEach(rest);
      for (const [one, moved] of await moveOnce(first)) results.set(one, moved);
      rest = again;
    }
    return batch.map((one) => results.get(one)!);
  }, { ...options, lanes: 1 });

  async function moveOnce(batch: MessageMove[]): Promise<[MessageMove, boolean][]> {
    const events = batch.flatMap(({ events }) => events);
    const rows = await database.query<{ tracking_id: string }>(MOVE, [
      asJson(batch.map(moveRow)),
      asJson(events.map((event, place) => ({ ...eventRow(event), place }))),
    ]);
    const moved = new Set(rows.map((row) => row.tracking_id));
    const postbacks = events.filter(({ code, trackingId }) =>
      code !== null && moved.has(trackingId)
    );
    if (postbacks.length > 0) onPostbacks(postbacks.map(({ id }) => id));
    return batch.map((one) => [one, moved.has(one.trackingId)]);
  }

  async function one(where: string, parameters: Parameter[]): Promise<MessageRecord | null> {
    const rows = await database.query(`select ${MESSAGE} from message where ${where}`, parameters);
    return rows.length === 0 ? null : messageOf(rows[0]!);
  }

  const byCarrierId = createLane<[string, string], MessageRecord | null>(async (batch) => {
    const rows = await database.query(BY_CARRIER_ID, [asJson(
      batch.map(([connector, carrier_id]) => ({ connector, carrier_id })),
    )]);
    const found = new Map(rows.map((row) => [`${row.connector} ${row.carrier_id}`, row]));
    return batch.map((key) => {
      const row = found.get(key.join(" "));
      return row === undefined ? null : messageOf(row);
    });
  }, options);

  return {
    accept: (message, lease, once) => acceptOnce({ message, lease, once }),

    async forgetDigests(before, limit) {
      const rows = await database.query(
        `delete from accepted_digest where digest in (
           select digest from accepted_digest where at < $1
           limit $2 for update skip locked)
         returning 1`,
        [instant(before), limit],
      );
      return rows.length;
    },

    move,
    byTrackingId: (id) => one("tracking_id = $1", [id]),
    byCarrierId: (connector, carrierId) => byCarrierId([connector, carrierId]),

    async claimDue(lease, now, limit, dueFor) {
      const dueAt = DUE_AT[dueFor];
      const rows = await database.query(
        `update message set owner = $1, ${dueAt} = $2 where tracking_id in (
           select tracking_id from message where ${dueAt} <= $3
           order by ${dueAt} limit $4 for update skip locked)
         returning ${MESSAGE}`,
        [lease.owner, instant(lease.until), instant(now), limit],
      );
      return rows.map(messageOf);
    },

    async lastSender({ from, to }, since) {
      const [row] = await database.query<{ account: string }>(
        `select account from message
         where recipient = $1 and tracking_id >= $2 and sender = $3 and accepted_at >= $4
         order by tracking_id desc limit 1`,
        [to, earliestId(since - ID_TOLERANCE), from, instant(since)],
      );
      return row?.account ?? null;
    },

    async list(filter, { cursor, limit }): Promise<Page<MessageRecord>> {
      const columns: Record<keyof MessageFilter, string> = {
        account: "account",
        recipient: "recipient",
        trackingId: "tracking_id",
        state: "state",
      };
      const parameters: Parameter[] = [];
      const conditions = ["true"];
      for (const [field, column] of Object.entries(columns)) {
        const value = filter[field as keyof MessageFilter];
        if (value !== undefined) conditions.push(`${column} = $${parameters.push(value)}`);
      }
      if (cursor !== null) conditions.push(`tracking_id < $${parameters.push(cursor)}`);
      const rows = await database.query(
        `select ${MESSAGE} from message where ${conditions.join(" and ")}
         order by tracking_id desc limit $${parameters.push(limit + 1)}`,
        parameters,
      );
      return pageOf(rows.map(messageOf), limit, ({ trackingId }) => trackingId);
    },
  };
}

/** The first move of each message, and the others. */
function firstOfEach(moves: MessageMove[]): [MessageMove[], MessageMove[]] {
  const seen = new Set<string>();
  const again: MessageMove[] = [];
  const first = moves.filter((move) => {
    if (seen.has(move.trackingId)) {
      again.push(move);
      return false;
    }
    seen.add(move.trackingId);
    return true;
  });
  return [first, again];
}

/** Without those whose digest another of the batch has. */
function firstOfEachDigest(batch: Accept[]): Accept[] {
  const seen = new Set<string>();
  return batch.filter(({ once }) => {
    if (once === undefined) return true;
    if (seen.has(once.digest)) return false;
    seen.add(once.digest);
    return true;
  });
}

function acceptOnceRow(item: Accept) {
  const { once } = item;
  return {
    ...acceptRow(item),
    digest: once?.digest,
    since: once === undefined ? undefined : instant(once.since),
  };
}

/** What is null is left out: a missing field of a record set is null, and costs nothing to parse. */
function acceptRow({ message, lease }: Accept) {
  const acceptedAt = instant(message.acceptedAt);
  return {
    tracking_id: message.trackingId,
    account: message.account,
    kind: message.kind,
    sender: message.from,
    recipient: message.to,
    operator_id: message.operatorId ?? undefined,
    mms_id: message.mmsId ?? undefined,
    client_reference: message.clientReference ?? undefined,
    campaign_ref: message.campaignRef ?? undefined,
    content: message.content,
    delivery_report: message.deliveryReport,
    accepted_at: acceptedAt,
    expires_at: instant(message.expiresAt),
    due_at: lease === null ? acceptedAt : instant(lease.until),
    owner: lease?.owner,
  };
}

function moveRow({ trackingId, from, to, holder, at, change, next }: MessageMove) {
  const lease = next !== null && "lease" in next ? next.lease : null;
  const dueAt = next === null ? null : "lease" in next ? next.lease.until : next.dueAt;
  const dueFor = to === "preparing" ? "preparation" : "delivery";
  return {
    tracking_id: trackingId,
    from_state: from,
    to_state: to,
    holder,
    at: instant(at),
    sent_as: change.sentAs,
    operator_id: change.operatorId,
    connector: change.connector,
    carrier_id: change.carrierId,
    handset: change.handset,
    status_details: change.statusDetails,
    attempts: change.attempts,
    content: change.content,
    [DUE_AT[dueFor]]: dueAt === null ? null : instant(dueAt),
    owner: lease?.owner ?? null,
  };
}

function messageOf(row: Row): MessageRecord {
  return {
    trackingId: row.tracking_id,
    account: row.account,
    kind: row.kind,
    state: row.state,
    from: row.sender,
    to: row.recipient,
    operatorId: row.operator_id,
    mmsId: row.mms_id,
    clientReference: row.client_reference,
    campaignRef: row.campaign_ref,
    content: row.content,
    deliveryReport: row.delivery_report,
    sentAs: row.sent_as,
    connector: row.connector,
    carrierId: row.carrier_id,
    handset: row.handset,
    statusDetails: row.status_details,
    attempts: row.attempts,
    acceptedAt: row.accepted_at,
    updatedAt: row.updated_at,
    expiresAt: row.expires_at,
  };
}
