-- What was said on the wire about a message or template, as far as EXCHANGE_LOG is on. The content
-- is without credentials and may be cut; bytes is its whole length.
create table exchange (
  tracking_id text collate "C" not null,
  seq bigint generated always as identity,
  at timestamptz not null,
  peer text not null,
  direction text not null check (direction in ('in', 'out')),
  protocol text not null check (protocol in ('json', 'mm7', 'smpp')),
  title text not null,
  content text not null,
  bytes bigint not null,
  truncated boolean not null,
  primary key (tracking_id, seq)
);
