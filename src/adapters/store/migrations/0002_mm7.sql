alter table account
  add column mm7 boolean not null default true,
  add column mm7_username text,
  add column mm7_password text,
  add column mm7_text_xml boolean not null default false,
  add column mms_mo_postbacks boolean not null default true;

-- Who owns an address: inbound messages ask.
create index on originator (address);

alter table message drop constraint message_state_check;
alter table message add constraint message_state_check check (state in ('accepted', 'preparing',
  'sent', 'submitted', 'delivered', 'expired', 'failed', 'rejected', 'unrecognised'));

-- In place of due_at while the state is preparing. An index of due_at by state would do as well, but
-- then no move could stay on its page: each would write to every index.
alter table message add column prepare_at timestamptz;
create index message_prepare on message (prepare_at) where prepare_at is not null;

-- Submissions that are not to be accepted twice.
create table accepted_digest (
  digest text collate "C" primary key,
  tracking_id text collate "C" not null,
  at timestamptz not null
);
-- Rows lie in the order of time: a tree of it would cost every submission as much as its digest does.
create index on accepted_digest using brin (at) with (autosummarize = on);

-- Notices of one channel wait for each other; to what is no notice it means nothing.
alter table event
  add column channel text not null default 'json' check (channel in ('json', 'mm7'));
drop index event_next;
create index event_next on event (tracking_id, channel, seq) where postback = 'pending';

create table inbound (
  tracking_id text collate "C" primary key,
  account text collate "C" not null,
  kind text not null check (kind in ('MMS_MO')),
  connector text collate "C" not null,
  key text collate "C" not null,
  sender text collate "C" not null,
  recipient text collate "C" not null,
  subject text,
  operator_id text,
  files json not null,
  token text collate "C" not null unique,
  received_at timestamptz not null,
  unique (connector, key)
);
create index on inbound (account, tracking_id);
create index on inbound (sender, tracking_id);
create index on inbound (recipient, tracking_id);

create table connector (
  name text collate "C" primary key,
  settings json not null,
  created_at timestamptz not null,
  changed_at timestamptz not null
);
