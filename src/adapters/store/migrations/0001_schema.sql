-- Keys of large tables compare as bytes (collate "C"): the language of a server has no say in their
-- order, and no part in the cost of an index.

-- Identity of this database: stored files of another one are not removed as unused.
create table installation (
  id uuid primary key,
  -- Key of the digests that stand for erased numbers, encrypted with SECRETS_KEY where there is one.
  -- The first process that needs it writes it; it then stays with the database.
  number_key text,
  -- Messages below it have been looked at for a report that does not come.
  looked_at_until uuid not null default '00000000-0000-0000-0000-000000000000'
);
insert into installation values (gen_random_uuid());

-- Accounts are never deleted, only disabled: rows of large tables that name one need no foreign key,
-- which would cost every accepted message a look-up and a lock on its account's row.
create table account (
  id text primary key,
  name text not null,
  -- The sender as message pages show it. A logo is used by account:<id> in blob_use.
  display_name text,
  accent_colour text,
  logo json,
  rate integer check (rate > 0),
  allow_fallback_sms boolean not null,
  enforce_campaign_check boolean not null,
  delivery_reports boolean not null,
  mms_mo_postbacks boolean not null default true,
  sms_mo_postbacks boolean not null default true,
  -- Whether postbacks have fields beyond the spec.
  extended_postbacks boolean not null default false,
  -- Hours in which alone its messages of the JSON door go out; null: in all.
  delivery_window text,
  -- Zone of recipients whose number does not tell theirs.
  time_zone text not null default 'UTC',
  -- Whether refusals link the explanation of their code in the body.
  error_help boolean not null default false,
  opt_out boolean not null default true,
  -- Whether handsets that send a keyword get a reply, and in what words, by language.
  keyword_replies text not null default 'none' check (keyword_replies in ('none', 'us', 'all')),
  replies json not null default '{}',
  -- Whether typography becomes plain in SMS; null: as configured.
  smart_encoding boolean,
  -- Which messages cause operator look-ups, which may cost a fee: mms, always or never.
  operator_lookup text not null default 'mms',
  mm7 boolean not null default true,
  mm7_url text,
  mm7_username text,
  mm7_password text,
  -- How strictly MM7 is read, and how responses are written: strict, lenient, or null, as
  -- configured. The following two override it unless they are null.
  mm7_dialect text,
  mm7_text_xml boolean,
  mm7_allow_adaptations text check (mm7_allow_adaptations in ('required', 'true', 'false')),
  -- Version and namespace of what is sent to the account: as set, else those of its last submission,
  -- else our own.
  mm7_version text,
  mm7_namespace text,
  mm7_last_version text,
  mm7_last_namespace text,
  mm7_transfer_encoding text not null default 'binary'
    check (mm7_transfer_encoding in ('binary', 'base64')),
  mm7_priority boolean not null default false,
  disabled boolean not null,
  created_at timestamptz not null
);

create table api_key (
  id text primary key,
  account text not null references account,
  hash text not null unique,
  hint text not null,
  -- What the key may do, from which senders, and from where; null: everything.
  limits json,
  created_at timestamptz not null,
  revoked_at timestamptz
);
create index on api_key (account);

-- Admin tokens with a name and scopes, beside those of the configuration.
create table admin_token (
  id text collate "C" primary key,
  name text collate "C" not null,
  scopes json not null,
  hash text collate "C" not null unique,
  hint text not null,
  created_at timestamptz not null,
  created_by text not null,
  expires_at timestamptz,
  revoked_at timestamptz
);
create unique index admin_token_name on admin_token (name) where revoked_at is null;

-- Sessions of the console that ended before their time, until then.
create table ended_session (
  id text collate "C" primary key,
  expires_at timestamptz not null
);

create table originator (
  account text not null references account,
  address text not null,
  kind text not null check (kind in ('short-code', 'toll-free', '10dlc', 'alphanumeric')),
  country text not null,
  -- Countries that the sender serves, its home first.
  countries json not null,
  vasid text,
  shared boolean not null,
  mms_connector text,
  sms_connector text,
  primary key (account, address)
);
-- Inbound messages look for the owner of an address.
create index on originator (address);

-- Pools of senders, from which messages take theirs.
create table pool (
  account text not null references account,
  name text collate "C" not null,
  -- Addresses and weights, as [{ address, weight }]. What the account has no more is not chosen.
  senders json not null,
  sticky_days integer not null,
  created_at timestamptz not null,
  primary key (account, name)
);

-- Receivers of an account's postbacks. Each account has one of the name default.
create table receiver (
  account text not null references account,
  name text collate "C" not null,
  -- Null: none, and its postbacks are parked.
  url text,
  format text not null default 'json' check (format in ('json', 'xml')),
  -- What it gets, as lists; null: no limit of that kind.
  codes json,
  senders json,
  campaign_refs json,
  disabled boolean not null default false,
  webhook_secrets json not null,
  created_at timestamptz not null,
  primary key (account, name)
);

create table campaign (
  account text not null references account,
  campaign_ref text not null,
  title text,
  brand_name text,
  -- Address of the account's sender that its texts go out from; null: it sends none.
  sender text,
  -- Text that asks for a confirmation, and those that follow a subscription and its end.
  cta_text text,
  welcome_text text,
  goodbye_text text,
  created_at timestamptz not null,
  primary key (account, campaign_ref)
);

create table subscription (
  account text not null,
  campaign_ref text not null,
  recipient text not null,
  -- When the recipient was subscribed, or asked to confirm.
  since timestamptz not null,
  -- End of the time to confirm; null: subscribed.
  expires_at timestamptz,
  -- Whether the welcome text follows the confirmation.
  notify boolean not null default false,
  -- Evidence of consent; null: none was given.
  consent json,
  primary key (account, campaign_ref, recipient),
  foreign key (account, campaign_ref) references campaign
);
create index on subscription (recipient, account);
create index on subscription (expires_at) where expires_at is not null;

-- When recipients were last asked to confirm: once a day at most, whatever became of it.
create table subscription_question (
  account text collate "C" not null,
  -- First form of the number.
  number text collate "C" not null,
  campaign_ref text not null,
  at timestamptz not null,
  primary key (account, number, campaign_ref)
);
create index on subscription_question (at);

-- Beginnings and ends of subscriptions. Each is an event, too, under the same tracking-id: its postback.
create table subscription_change (
  tracking_id uuid primary key,
  account text collate "C" not null,
  campaign_ref text not null,
  recipient text collate "C" not null,
  code text not null check (code in ('N301', 'N302')),
  source text not null check (source in ('MANAGER', 'API', 'MO', 'WEB', 'IMPORTED')),
  at timestamptz not null,
  consent json
);
create index on subscription_change (recipient, tracking_id);

-- Recipients that an account may not send to.
create table block (
  account text collate "C" not null references account,
  number text collate "C" not null,
  -- '': every one of the account.
  originator text collate "C" not null,
  made_by text not null check (made_by in ('keyword', 'operator', 'api')),
  since timestamptz not null,
  primary key (account, number, originator)
);

-- The last reply to a handset's keyword: two services that reply to each other come to an end.
create table keyword_reply (
  account text collate "C" not null,
  originator text collate "C" not null,
  number text collate "C" not null,
  kind text not null check (kind in ('stop', 'start', 'help')),
  at timestamptz not null,
  primary key (account, number, originator, kind)
) with (fillfactor = 80);
create index on keyword_reply (at);

create table connector (
  name text collate "C" primary key,
  settings json not null,
  created_at timestamptz not null,
  changed_at timestamptz not null
);

-- Mobile operators that administrators have set, in place of those that are shipped.
create table operator (
  id text collate "C" primary key,
  name text not null,
  country text not null,
  mms boolean not null,
  max_bytes json not null,
  gsm_subjects boolean not null,
  changed_at timestamptz not null
);

-- Connectors of messages, in order. Null stands for any.
create table route (
  id integer generated always as identity primary key,
  account text references account,
  sender text,
  operator text,
  kind text not null check (kind in ('mms', 'sms')),
  connectors json not null,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  check (sender is null or account is not null),
  unique nulls not distinct (account, sender, operator, kind)
);

-- The last report on who serves a number.
create table number_operator (
  number text collate "C" primary key,
  operator_id text not null,
  seen_at timestamptz not null
) with (fillfactor = 80);

-- Look-ups that a provider has responded to, for the bill.
create table lookup_count (
  account text collate "C" not null,
  day date not null,
  lookups bigint not null,
  primary key (account, day)
) with (fillfactor = 80);
create index on lookup_count (day desc, account);

-- The last report of a carrier on a number's handset.
create table handset (
  number text collate "C" primary key,
  handset text not null,
  seen_at timestamptz not null
) with (fillfactor = 80);

create table template (
  mms_id uuid primary key,
  account text not null,
  tracking_id uuid not null,
  name text not null,
  subject text,
  fallback_text text,
  disable_fallback_sms boolean not null,
  disable_fallback_sms_link boolean not null,
  client_reference text,
  slides json not null,
  state text not null check (state in ('locked', 'ready', 'failed')),
  media json not null,
  created_at timestamptz not null,
  -- When its files were last tried again; null: never.
  retried_at timestamptz,
  -- Time from which it may be worked on (again); null: nothing to do. With an owner: the end of its
  -- lease.
  due_at timestamptz,
  owner text,
  -- End of a draft, which no customer sees, nor any list; null: it is none.
  draft_until timestamptz,
  -- Trace context (a traceparent) of what caused the row; null: it is not traced.
  trace text collate "C"
);
create index on template (account, mms_id);
-- Has what a search for a name reads: the rows, with their slides, are many times as large.
create index template_name on template (mms_id) include (account, state, name)
  where draft_until is null;
create index template_draft on template (draft_until) where draft_until is not null;
-- Due work is found by account, so that one with much of it delays no other.
create index template_due on template (account, due_at) where due_at is not null;
create index template_owner on template (owner) where owner is not null;

-- Templates that were removed, while messages may need their files, which are used by template:<id>.
create table removed_template (
  mms_id uuid primary key,
  account text not null,
  created_at timestamptz not null,
  -- Time of the next look for messages that need the files, and the first one that it reads.
  check_at timestamptz not null,
  check_from uuid not null default '00000000-0000-0000-0000-000000000000'
);
create index on removed_template (account, mms_id);
create index on removed_template (check_at);

create table message (
  tracking_id uuid primary key,
  mms_id uuid,
  -- Message from a handset that this one replies to by itself.
  reply_to uuid,
  -- Message that this one sends again.
  resent_from uuid,
  -- URL that takes the place of the account's default receiver.
  status_callback text,
  -- Connector that it is a test of, which alone takes it.
  test_connector text collate "C",
  -- Time before which it may not go out.
  start_at timestamptz,
  -- Hours of the week in which alone it may go out.
  delivery_window json,
  accepted_at timestamptz not null,
  expires_at timestamptz not null,
  delivery_report boolean not null,
  account text collate "C" not null,
  kind text not null check (kind in ('MMS_MT', 'SMS_MT')),
  -- h: high, n: normal, l: low. Here among texts, where no padding follows.
  priority text collate "C" not null default 'n' check (priority in ('h', 'n', 'l')),
  sender text not null,
  recipient text collate "C" not null,
  client_reference text,
  campaign_ref text,
  trace text collate "C",
  content json not null,
  -- From here on: what transitions change. The log of an update has what is between its first and its
  -- last change.
  updated_at timestamptz not null,
  -- When a carrier took it.
  submitted_at timestamptz,
  -- As in template.
  due_at timestamptz,
  -- In place of due_at while the state is preparing. An index of due_at by state would do as well, but
  -- then no transition could stay on its page: each would write to every index.
  prepare_at timestamptz,
  -- End of the lease under which it is in work, where it has no due_at or prepare_at.
  lease_until timestamptz,
  attempts integer not null default 0,
  -- Number of segments that a carrier took, if several.
  segments integer,
  -- A submission is under way, or nothing tells whether it arrived.
  unconfirmed boolean not null default false,
  -- An end that we set while a carrier may have the message: a report that comes later wins.
  presumed boolean not null default false,
  -- Whether the last attempt ended at the rate of its connector, before the carrier was asked; null:
  -- no attempt did.
  waits_for_rate boolean,
  owner text collate "C",
  state text not null check (state in ('scheduled', 'accepted', 'preparing', 'sent', 'submitted',
    'unreported', 'delivered', 'expired', 'failed', 'rejected', 'unrecognised', 'canceled')),
  sent_as text,
  connector text,
  carrier_id text collate "C",
  handset text,
  operator_id text,
  status_details text,
  -- Reason for the end, in a carrier's words or ours, which status_details lack.
  status_reason text
-- A message has three transitions in its life: there is room for them on its page.
) with (fillfactor = 70);
-- Tracking-ids are in the order of time.
create index on message (account, tracking_id);
create index on message (recipient, tracking_id);
-- Messages that customers ask for by their own references.
create index message_reference on message (account, client_reference, tracking_id)
  where client_reference is not null;
-- Messages of a template, which need its files.
create index message_template on message (mms_id, tracking_id) where mms_id is not null;
-- Messages that were sent again. There are few; no other statement has this condition.
create index message_resent on message (resent_from, tracking_id) where resent_from is not null;
create index message_due on message (account, priority, due_at) where due_at is not null;
create index message_prepare on message (account, prepare_at) where prepare_at is not null;
-- Messages that show further recipients. There are few; no other statement has this condition.
create index message_shown on message (tracking_id)
  where kind = 'MMS_MT' and content #>> '{displayOnly,0}' is not null;

-- Ids that carriers gave to messages. They are columns of the messages, too; an index of them there
-- would have each submission write to every index.
create table carrier_reference (
  carrier_id text collate "C",
  tracking_id uuid,
  primary key (carrier_id, tracking_id)
);

-- Segments of an SMS in several, by the ids that carriers gave them. One in a single segment has
-- its id on the message.
create table segment (
  connector text collate "C" not null,
  carrier_id text collate "C" not null,
  tracking_id uuid not null,
  position integer not null,
  delivered_at timestamptz,
  primary key (connector, carrier_id)
);
create index on segment (tracking_id, position);

-- Reports whose ids no message has yet, by each id that they may mean, for minutes.
create table early_report (
  id bigint generated always as identity primary key,
  report uuid not null,
  connector text collate "C" not null,
  carrier_id text collate "C" not null,
  -- Whether it is the only id of the report.
  is_sure boolean not null,
  -- Digest of the recipient; null: the report names none.
  recipient text,
  outcome json not null,
  -- Whether it is on a whole message, though its id is that of a segment.
  for_whole boolean not null,
  operator_id text,
  at timestamptz not null
);
create index early_report_carrier_id on early_report (connector, carrier_id);
create index early_report_arrival on early_report (connector, id);
create index early_report_report on early_report (report);

-- Submissions that are not to be accepted twice.
create table accepted_digest (
  digest text collate "C" primary key,
  tracking_id uuid not null,
  at timestamptz not null
);
-- Rows lie in the order of time: a tree of it would cost every submission as much as its digest does.
create index on accepted_digest using brin (at) with (autosummarize = on);

-- Requests with an Idempotency-Key, which are done once, and their responses.
create table idempotency_key (
  account text collate "C" not null,
  key text collate "C" not null,
  -- Digest of the request's body.
  body text not null,
  -- Request that has the key.
  claim text not null,
  -- Process that works on it, until there is a response.
  owner text collate "C",
  claimed_at timestamptz not null,
  -- Time from which it counts as unused: the end of the lease, or of the response's retention.
  free_at timestamptz not null,
  type text,
  disposition text,
  response bytea,
  -- Warnings of a response that is a file, one for each header; null: none.
  warnings json,
  -- What the response counts for in its account's budget of created files; null: it came with what
  -- was accepted, and has to be stored.
  made_bytes integer,
  primary key (account, key),
  check ((owner is null) = (response is not null))
) with (fillfactor = 70);
create index on idempotency_key (free_at);
create index on idempotency_key (owner) where owner is not null;
-- All columns that the sum of an account reads, so that no row with a file in it is read.
create index idempotency_key_made on idempotency_key (account) include (made_bytes, free_at)
  where made_bytes is not null;

-- Events of messages and templates, and the outbox: a row with a code is a postback, whose webhook-id
-- is its key. An acceptance and a submission without further details are told by the message.
create table event (
  tracking_id uuid not null,
  seq bigint generated always as identity,
  at timestamptz not null,
  sent_at timestamptz,
  due_at timestamptz,
  lease_until timestamptz,
  replayed_at timestamptz,
  attempts integer not null default 0,
  account text collate "C" not null,
  -- Null: a copy of a postback for a further receiver, no part of the history.
  name text,
  state text,
  details text,
  code text,
  -- Null for a postback: it follows from the event and the message.
  body text,
  operator_id text,
  -- Postbacks of one receiver wait for each other; on other rows it means nothing.
  receiver text collate "C" not null default 'default',
  -- URL of a status callback.
  callback text,
  -- Null for a postback: it has been sent (sent_at), or it is on its first attempt under a lease.
  postback text check (postback in ('pending', 'dead', 'parked', 'unwanted')),
  owner text collate "C",
  last_error text,
  -- The last failed attempts, in their order; null: none has failed.
  failed_attempts json,
  trace text collate "C",
  primary key (tracking_id, seq),
  -- A pending postback has a due_at, and no other row has: that is the order in which they are found.
  check ((postback is not distinct from 'pending') = (due_at is not null))
) with (fillfactor = 70);
-- Pending postbacks of each receiver. A statement about one postback, which says nothing of due_at,
-- cannot be planned to read this index.
create index event_unsent on event (account, receiver, due_at) where due_at is not null;
create index event_pending on event (tracking_id, seq) where postback = 'pending';
-- Retries in the order of their time, whoever receives them.
create index event_retry on event (due_at, tracking_id, seq) where postback = 'pending' and attempts > 0;
-- Few rows are in these three: postbacks that never arrived, and of those the dead ones in the order
-- of an account's list, and the parked ones by receiver.
create index event_unarrived on event (tracking_id, seq) where postback in ('dead', 'parked');
create index event_dead on event (account, tracking_id, seq) where postback = 'dead';
create index event_parked on event (account, receiver, tracking_id) where postback = 'parked';
-- An account's postbacks in their order, for those that listen to them. No other statement has this
-- condition, which keeps the index out of their plans.
create index event_stream on event (account, seq) where code is not null and receiver <> 'mm7';

-- Work that processes have from the commit that wrote it: messages, and the keys of postbacks. A row
-- goes when all of it is done.
create table lease (
  id bigint generated always as identity primary key,
  owner text collate "C" not null,
  until timestamptz not null,
  messages uuid[],
  postbacks uuid[],
  numbers bigint[]
);

-- Exchanges with peers about a message or template, as far as EXCHANGE_LOG is on. The content is
-- without credentials and may be cut; bytes is its whole length.
create table exchange (
  tracking_id uuid not null,
  seq bigint generated always as identity,
  at timestamptz not null,
  peer text not null,
  direction text not null check (direction in ('in', 'out')),
  protocol text not null check (protocol in ('json', 'xml', 'mm7', 'smpp', 'http')),
  title text not null,
  content text not null,
  bytes bigint not null,
  truncated boolean not null,
  primary key (tracking_id, seq)
);

-- Messages from handsets: an MMS has files and the token of its page, an SMS a text.
create table inbound (
  tracking_id uuid primary key,
  account text collate "C" not null,
  kind text not null,
  connector text collate "C" not null,
  key text collate "C" not null,
  sender text collate "C" not null,
  recipient text collate "C" not null,
  subject text,
  text text,
  operator_id text,
  files json not null,
  token text collate "C" unique,
  received_at timestamptz not null,
  unique (connector, key),
  constraint inbound_kind_check check (
    case kind
      when 'MMS_MO' then text is null and token is not null
      when 'SMS_MO' then text is not null and token is null and subject is null
      else false
    end)
);
create index on inbound (account, tracking_id);
create index on inbound (sender, tracking_id);
create index on inbound (recipient, tracking_id);

-- Links in texts. A click writes its row again: there is room for that on its page.
create table link (
  code text collate "C" primary key,
  kind text not null check (kind in ('page', 'click')),
  account text collate "C" not null,
  tracking_id uuid not null,
  target text,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  clicks bigint not null default 0,
  first_click_at timestamptz,
  last_click_at timestamptz,
  -- Time of the click that was last reported, by which the next ones wait.
  reported_at timestamptz,
  -- Openings by messengers' robots, which show a preview; they are not among the clicks.
  previews bigint not null default 0,
  -- Order of creation. A listing continues behind it: codes are secrets.
  seq bigint generated always as identity unique
) with (fillfactor = 80);
create index on link (account, seq);
create index on link (tracking_id, seq);
create index on link (expires_at);

-- Users of blobs: template:<mms-id>, message:<tracking-id>, inbound:<tracking-id>, account:<id>. A
-- blob that is neither here nor in made_rendition may go.
create table blob_use (
  blob text collate "C" not null,
  used_by text collate "C" not null,
  primary key (blob, used_by)
);
create index on blob_use (used_by);

-- Renditions by their source: one that comes again is not transcoded again.
create table made_rendition (
  source text collate "C" not null,
  kind text collate "C" not null,
  recipe integer not null,
  name text collate "C" not null,
  max_bytes bigint not null,
  blob text collate "C" not null,
  type text not null,
  bytes bigint not null,
  width integer,
  height integer,
  duration_ms double precision,
  -- Warnings about the source, from the run that made the rendition; null: none.
  warnings json,
  used_at timestamptz not null,
  primary key (source, kind, recipe, name, max_bytes)
);
create index on made_rendition (blob);
create index on made_rendition (used_at);

-- Files that an administrator has uploaded, so that a request can name them by an address of ours.
create table upload (
  token text collate "C" primary key,
  name text not null,
  type text not null,
  blob text not null,
  bytes bigint not null,
  expires_at timestamptz not null
);

create table loopback_message (
  carrier_id text collate "C" primary key,
  tracking_id uuid not null,
  recipient text collate "C" not null,
  submission json not null,
  received_at timestamptz not null,
  report_at timestamptz,
  report json,
  -- Deleted by an administrator, and stored only until its report is given.
  hidden boolean not null default false
);
create index on loopback_message (tracking_id);
create index on loopback_message (recipient, carrier_id);
create index loopback_due on loopback_message (report_at) where report_at is not null;

-- What the loopback carrier simulates for a number, where an administrator has chosen it. Null: by
-- the last digits of the number.
create table loopback_handset (
  number text collate "C" primary key,
  operator_id text,
  handset text,
  outcome text check (outcome in ('delivered', 'expired', 'failed', 'rejected', 'unrecognised',
    'silence'))
);

-- Order in which the loopback carrier's messages became visible: those that wait for one continue
-- behind the last they have seen.
create table inbox (
  recipient text collate "C" not null,
  seq bigint generated always as identity,
  carrier_id text collate "C" not null unique,
  primary key (recipient, seq)
);

-- Index of messages of both directions for searches, made behind the accepts. It can be made again
-- from the messages at any time. A block spans the messages whose tracking-ids are above low, up to
-- high.
create table search_block (
  id uuid primary key default gen_random_uuid(),
  low uuid not null,
  high uuid not null unique,
  messages integer not null,
  -- Number of those whose state can still change.
  watched integer not null,
  -- Time of the next refresh, and the time from that to the one after.
  refresh_at timestamptz not null,
  refresh_ms bigint not null
);
create index search_block_refresh on search_block (refresh_at);

-- Ordinals in the block of the messages that have a token, by buckets of tokens; then their
-- tracking-ids.
create table search_posting (
  block uuid not null,
  bucket smallint not null,
  data bytea not null,
  primary key (block, bucket)
);

-- Counters of the traffic, by slots of several durations.
create table traffic_counter (
  seconds integer not null,
  at timestamptz not null,
  account text collate "C" not null,
  kind text collate "C" not null,
  outcome text collate "C" not null,
  details text collate "C" not null,
  count bigint not null,
  primary key (seconds, at, account, kind, outcome, details)
) with (fillfactor = 80);

-- Histograms of the time to the carrier, and of that to the report, of all accounts.
create table traffic_latency (
  seconds integer not null,
  at timestamptz not null,
  to_carrier boolean not null,
  bucket smallint not null,
  count bigint not null,
  primary key (seconds, at, to_carrier, bucket)
) with (fillfactor = 80);

-- Erasures of numbers. The number is a digest; '' is every account.
create table erasure (
  number text collate "C" not null,
  account text collate "C" not null,
  at timestamptz not null,
  primary key (number, account)
);

-- Rows of a kind that are older than its boundary may be deleted; retention moves it forward.
create table retention_boundary (
  kind text collate "C" primary key,
  boundary timestamptz not null
);
