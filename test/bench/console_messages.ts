/**
 * Messages of a service that has been in use for a month, written straight into its tables: three
 * accounts, 200,000 numbers, texts of varied words, a third of them MMS, three or four events each.
 */
import type postgres from "postgres";

const DAYS = 30;
const BATCH = 50_000;
/** Messages for each one that is from a handset. */
const INBOUND_EACH = 20;

/** Terms that the texts have, by how often. */
export const TERMS = {
  /** Every text has a word of a small vocabulary, of which this is the most frequent. */
  common: "bada",
  /** In one message of the whole database, an old one. */
  single: "quetzalcoatl",
  /** In all messages of a day three weeks ago, and in no other. */
  clustered: "midsummer sale",
  absent: "zyzzyva",
} as const;

const SYLLABLES = "ba da ke lo mi nu pra ri sto ta ve wu xe zo chi gra".split(" ");

/** 2,000 words of two to five syllables, the frequent ones first. */
const WORDS = Array.from(
  { length: 2000 },
  (_, n) =>
    Array.from(
      { length: 2 + n % 4 },
      (_, place) => SYLLABLES[(Math.floor(n / 16 ** place) + place) % 16],
    ).join(""),
);

/** Facts of a message that are random; the rest follows from its number. */
interface Draft {
  i: number;
  account: string;
  recipient: string;
  is_mms: boolean;
  chance: number;
  text: string;
}

function draftOf(i: number, messages: number): Draft {
  const { random, floor } = Math;
  const day = messages / DAYS;
  const chance = random();
  const words = Array.from(
    { length: 8 + i % 9 },
    () => WORDS[floor(random() ** 3 * WORDS.length)],
  );
  words.push(floor(random() * 0x1000000).toString(16).padStart(6, "0"));
  if (i === floor(messages / 7)) words.push(TERMS.single);
  if (i >= 9 * day && i < 10 * day) words.push(TERMS.clustered);
  return {
    i,
    account: `account-${chance < 0.7 ? 1 : chance < 0.9 ? 2 : 3}`,
    recipient: String(16_170_000_000 + floor(random() * 200_000) * 4999),
    is_mms: random() < 0.3,
    chance: random(),
    text: words.join(" "),
  };
}

/** Writes SQL of a UUID version 7 for message `i`, of another kind for its carrier and events. */
function id(ms: string, kind: number): string {
  const hex = `lpad(to_hex(${ms}), 12, '0')`;
  return `(substr(${hex}, 1, 8) || '-' || substr(${hex}, 9, 4) || '-7${kind}' ||
    substr(md5(i::text), 1, 2) || '-8000-' || lpad(to_hex(i), 12, '0'))::uuid`;
}

/** Fills a migrated, empty database. */
export async function fillMessages(sql: postgres.Sql, messages: number): Promise<void> {
  const span = DAYS * 86_400_000;
  const begin = Date.now() - 60_000 - span;
  const ms = `(${begin}::bigint + i::bigint * ${span}::bigint / ${messages})`;
  for (let from = 0; from < messages; from += BATCH) {
    const to = Math.min(from + BATCH, messages);
    const drafts = Array.from({ length: to - from }, (_, place) => draftOf(from + place, messages));
    await sql.unsafe(
      `create temporary table draft as
      select x.*, ${id(ms, 0)} as id, ${
        id(ms, 1)
      }::text as other_id, to_timestamp(${ms} / 1000.0) as at
      from json_to_recordset($1::text::json) as x(i int, account text, recipient text,
        is_mms boolean, chance float8, text text)`,
      [JSON.stringify(drafts)],
    );
    await sql.unsafe("create unique index on draft (id); analyze draft").simple();
    await sql.unsafe(`
      insert into message (tracking_id, account, kind, state, sender, recipient, mms_id,
        client_reference, campaign_ref, content, delivery_report, sent_as, connector, carrier_id,
        attempts, accepted_at, submitted_at, updated_at, expires_at, due_at, status_details)
      select id, account, case when is_mms then 'MMS_MT' else 'SMS_MT' end, state, '111122',
        recipient, case when is_mms then ('00000000-0000-7000-8000-' || lpad(to_hex(i % 50), 12, '0'))::uuid end,
        case when i % 3 = 0 then 'order-' || i end, case when i % 5 = 0 then 'campaign-' || i % 40 end,
        case when is_mms then json_build_object('kind', 'MMS', 'subject', 'News ' || i % 100,
            'slides', json_build_array(json_build_object('text', text, 'media', json_build_array(
              json_build_object('kind', 'image', 'url', 'https://example.com/' || i % 50,
                'renditions', json_build_array(json_build_object('name', 'standard', 'blob',
                  md5((i % 50)::text) || md5((i % 50)::text), 'type', 'image/jpeg', 'bytes', 81920,
                  'width', 640, 'height', 480, 'durationMs', null)))))),
            'fallback', json_build_object('text', null, 'disabled', true, 'linkDisabled', false,
              'linkExpiresAt', 0), 'forceSms', false, 'displayOnly', json_build_array())
          else json_build_object('kind', 'SMS', 'text', text) end,
        true, case when is_mms then 'MMS' else 'SMS' end,
        case when i % 5000 = 1 then 'spare' else 'loopback' end, other_id, 1, at,
        at + interval '1 s', at + interval '4 s', at + interval '3 days',
        case when state = 'submitted' then at + interval '3 days' end,
        case when state = 'failed' then 'Carrier Error' end
      from (select *, case when chance < 0.94 then 'delivered' when chance < 0.96 then 'failed'
          when chance < 0.97 then 'rejected' when chance < 0.98 then 'unreported'
          when chance < 0.985 or is_mms and chance < 0.99 then 'submitted'
          when is_mms then 'expired' else 'delivered' end as state from draft) d
      where i % ${INBOUND_EACH} > 0 order by i`);
    await sql.unsafe(`
      insert into carrier_reference (carrier_id, tracking_id)
      select other_id, id from draft where i % ${INBOUND_EACH} > 0 order by i`);
    await sql.unsafe(`
      insert into inbound (tracking_id, account, kind, connector, key, sender, recipient, files,
        text, received_at)
      select id, account, 'SMS_MO', 'loopback', other_id, recipient, '111122', '[]', text, at
      from draft where i % ${INBOUND_EACH} = 0 order by i`);
    await sql.unsafe(`
      insert into event (account, tracking_id, at, name, state, code, body, attempts, sent_at)
      select d.account, d.id, at, step, step, code,
        case when code like 'E1%' then '{"code":"' || code || '"}' end,
        1, at
      from draft d left join message m on m.tracking_id = d.id,
        lateral (select n, case
          when m.tracking_id is null then case n when 0 then 'received' end
          else (array['accepted', 'sent', 'submitted', m.state])[n + 1] end as step
          from generate_series(0, 3) n) steps,
        lateral (select case
          when m.tracking_id is null then 'N211'
          when step = 'sent' then case when is_mms then 'N101' else 'N201' end
          when n < 3 then null
          when step = 'delivered' then case when is_mms then 'N102' else 'N202' end
          when step = 'expired' then 'N103'
          when step = 'failed' then case when is_mms then 'E101' else 'E201' end
          when step = 'rejected' then case when is_mms then 'E102' else 'E202' end
        end as code) codes
      where step is not null and code is not null order by i, n`);
    await sql.unsafe("drop table draft");
  }
  await sql.unsafe("vacuum analyze message, event, inbound");
}
