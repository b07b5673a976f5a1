-- Mobile operators as somebody has set them, over those that are shipped.
create table operator (
  id text collate "C" primary key,
  name text not null,
  country text not null,
  mms boolean not null,
  max_bytes json not null,
  gsm_subjects boolean not null,
  changed_at timestamptz not null
);

-- Which connectors messages go by. What is null is any; connectors are in order.
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

-- The last that somebody has said of who serves a number.
create table number_operator (
  number text collate "C" primary key,
  operator_id text not null,
  seen_at timestamptz not null
) with (fillfactor = 80);

-- Look-ups that a provider has answered, for the bill.
create table lookup_count (
  account text collate "C" not null,
  day date not null,
  lookups bigint not null,
  primary key (account, day)
) with (fillfactor = 80);
create index on lookup_count (day desc, account);
