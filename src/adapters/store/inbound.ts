/** Messages from handsets: the rows of `inbound`. */
import type { NewEvent } from "../../core/event.ts";
import type { InboundRecord } from "../../core/inbound.ts";
import type { InboundFilter, InboundStore } from "../../env.ts";
import { insertUses, useRows } from "./blob_uses.ts";
import { asJson, type Database, type Parameter, type Row } from "./database.ts";
import { EVENT_COLUMNS, eventRow, INSERT_EVENTS } from "./events.ts";
import { createLane, type LaneOptions } from "./lane.ts";
import { pageOf } from "./page.ts";
import { epoch, instant } from "./time.ts";

const INBOUND =
  `tracking_id, account, kind, connector, key, sender, recipient, subject, operator_id,
  files, token, ${epoch("received_at")} as received_at`;

/** In order, so that two batches never wait for each other. */
const RECEIVE = `
  with received as (
    insert into inbound (tracking_id, account, kind, connector, key, sender, recipient, subject,
      operator_id, files, token, received_at)
    select tracking_id, account, kind, connector, key, sender, recipient, subject, operator_id, files,
      token, received_at
    from json_to_recordset($1::text::json) as x(tracking_id text, account text, kind text,
      connector text, key text, sender text, recipient text, subject text, operator_id text,
      files json, token text, received_at timestamptz)
    order by connector collate "C", key collate "C"
    on conflict (connector, key) do nothing
    returning tracking_id),
  told as (
    ${INSERT_EVENTS}
    from json_to_recordset($2::text::json) as x(${EVENT_COLUMNS}, place int)
    where tracking_id in (select tracking_id from received)
    order by place),
  used as (${insertUses("inbound", "$3", "tracking_id from received")})
  select tracking_id from received`;

interface Receive {
  message: InboundRecord;
  events: NewEvent[];
}

/** @param onPostbacks Told of the postbacks of each commit, once it is durable. */
export function createInboundStore(
  database: Database,
  options: LaneOptions,
  onPostbacks: (eventIds: string[]) => void,
): InboundStore {
  const receive = createLane<Receive, boolean>(async (batch) => {
    const events = batch.flatMap(({ events }) => events);
    const rows = await database.query<{ tracking_id: string }>(RECEIVE, [
      asJson(batch.map(({ message }) => inboundRow(message))),
      asJson(events.map((event, place) => ({ ...eventRow(event), place }))),
      asJson(
        batch.flatMap(({ message: { trackingId, files } }) =>
          useRows(trackingId, files.map(({ blob }) => blob))
        ),
      ),
    ]);
    const received = new Set(rows.map((row) => row.tracking_id));
    const postbacks = events.filter(({ code, trackingId }) =>
      code !== null && received.has(trackingId)
    );
    if (postbacks.length > 0) onPostbacks(postbacks.map(({ id }) => id));
    return batch.map(({ message }) => received.has(message.trackingId));
  }, options);

  async function one(where: string, parameters: Parameter[]): Promise<InboundRecord | null> {
    const rows = await database.query(`select ${INBOUND} from inbound where ${where}`, parameters);
    return rows.length === 0 ? null : inboundOf(rows[0]!);
  }

  return {
    receive: (message, events) => receive({ message, events }),
    byTrackingId: (id) => one("tracking_id = $1", [id]),
    byToken: (token) => one("token = $1", [token]),

    async list(filter, { cursor, limit }) {
      const columns: Record<keyof InboundFilter, string> = {
        account: "account",
        from: "sender",
        to: "recipient",
      };
      const parameters: Parameter[] = [];
      const conditions = ["true"];
      for (const [field, column] of Object.entries(columns)) {
        const value = filter[field as keyof InboundFilter];
        if (value !== undefined) conditions.push(`${column} = $${parameters.push(value)}`);
      }
      if (cursor !== null) conditions.push(`tracking_id < $${parameters.push(cursor)}`);
      const rows = await database.query(
        `select ${INBOUND} from inbound where ${conditions.join(" and ")}
         order by tracking_id desc limit $${parameters.push(limit + 1)}`,
        parameters,
      );
      return pageOf(rows.map(inboundOf), limit, ({ trackingId }) => trackingId);
    },
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
    subject: message.subject,
    operator_id: message.operatorId,
    files: message.files,
    token: message.token,
    received_at: instant(message.receivedAt),
  };
}

function inboundOf(row: Row): InboundRecord {
  return {
    trackingId: row.tracking_id,
    account: row.account,
    kind: row.kind,
    connector: row.connector,
    key: row.key,
    from: row.sender,
    to: row.recipient,
    subject: row.subject,
    operatorId: row.operator_id,
    files: row.files,
    token: row.token,
    receivedAt: row.received_at,
  };
}
