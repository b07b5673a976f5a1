-- Order in which the loopback carrier's messages became visible: those that wait for one continue
-- behind the last they have seen.
create table inbox (
  recipient text collate "C" not null,
  seq bigint generated always as identity,
  carrier_id text collate "C" not null unique,
  primary key (recipient, seq)
);

-- Deleted by an administrator, and kept only until its report is given.
alter table loopback_message add column hidden boolean not null default false;
