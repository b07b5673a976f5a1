-- Keys that are in many rows compare as bytes (collate "C"): the language of a server has no say in
-- their order, and no part in the cost of an index.

-- Accounts are never deleted, only disabled: rows that name one need no foreign key, which would
-- cost every accepted message a look-up and a lock on its account's row.

create table account (
  id text primary key,
  name text not null,
  postback_url text,
  mm7_url text,
  allow_fallback_sms boolean not null,
  enforce_campaign_check boolean not null,
  delivery_reports boolean not null,
  rate integer check (rate > 0),
  webhook_secrets json not null,
  disabled boolean not null,
  created_at timestamptz not null
);

create table api_key (
  id text primary key,
  account text not null references account,
  hash text not null unique,
  hint text not null,
  created_at timestamptz not null,
  revoked_at timestamptz
);
create index on api_key (account);

create table originator (
  account text not null references account,
  address text not null,
  kind text not null check (kind in ('short-code', 'toll-free', '10dlc', 'alphanumeric')),
  country text not null,
  vasid text,
  shared boolean not null,
  mms_connector text,
  sms_connector text,
  plan json not null,
  primary key (account, address)
);

create table subscription (
  account text not null references account,
  campaign_ref text not null,
  recipient text not null,
  primary key (account, campaign_ref, recipient)
);

create table template (
  mms_id text primary key,
  account text not null,
  tracking_id text not null,
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
  -- When it may be worked on (again); null: nothing to do. With an owner: its lease's end.
  due_at timestamptz,
  owner text
);
create index on template (account, mms_id);
create index template_due on template (due_at) where due_at is not null;
create index template_owner on template (owner) where owner is not null;

create table message (
  tracking_id text collate "C" primary key,
  account text collate "C" not null,
  kind text not null check (kind in ('MMS_MT', 'SMS_MT')),
  state text not null check (state in ('accepted', 'sent', 'submitted', 'delivered', 'expired',
    'failed', 'rejected', 'unrecognised')),
  sender text not null,
  recipient text collate "C" not null,
  operator_id text,
  mms_id text,
  client_reference text,
  campaign_ref text,
  content json not null,
  delivery_report boolean not null,
  sent_as text,
  connector text,
  carrier_id text collate "C",
  handset text,
  status_details text,
  attempts integer not null default 0,
  accepted_at timestamptz not null,
  updated_at timestamptz not null,
  expires_at timestamptz not null,
  -- As in template.
  due_at timestamptz,
  owner text collate "C"
-- A message moves four times in its life: leave room on its page for that.
) with (fillfactor = 70);
-- Tracking-ids are in the order of time.
create index on message (account, tracking_id);
create index on message (recipient, tracking_id);
create index on message (carrier_id, connector) where carrier_id is not null;
create index message_due on message (due_at) where due_at is not null;

-- What happened, and the outbox: a row with a code is a postback, sent when postback = 'sent'.
create table event (
  seq bigint generated always as identity,
  -- The webhook-id of a postback; what is none may do without.
  id text collate "C" check (id is not null or postback is null),
  account text collate "C" not null,
  tracking_id text collate "C" not null,
  at timestamptz not null,
  name text not null,
  state text,
  details text,
  code text,
  body text,
  operator_id text,
  postback text check (postback in ('pending', 'sent', 'dead', 'held')),
  attempts integer not null default 0,
  due_at timestamptz,
  owner text collate "C",
  held_until timestamptz,
  sent_at timestamptz,
  last_error text,
  primary key (tracking_id, seq)
) with (fillfactor = 70);
create unique index event_id on event (id) where postback is not null;
create index event_unsent on event (due_at) where postback = 'pending';
-- Which postback of a message is next: without this a claim would look through all unsent ones.
create index event_next on event (tracking_id, seq) where postback = 'pending';

create table loopback_message (
  carrier_id text collate "C" primary key,
  tracking_id text collate "C" not null,
  recipient text collate "C" not null,
  submission json not null,
  received_at timestamptz not null,
  report_at timestamptz,
  report json
);
create index on loopback_message (tracking_id);
create index on loopback_message (recipient, carrier_id);
create index loopback_due on loopback_message (report_at) where report_at is not null;
