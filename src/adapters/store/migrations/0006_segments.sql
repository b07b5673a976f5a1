-- Segments of an SMS in several, by the ids that carriers gave them. One in a single segment has
-- its id on the message.
create table segment (
  connector text collate "C" not null,
  carrier_id text collate "C" not null,
  tracking_id text collate "C" not null,
  place integer not null,
  delivered_at timestamptz,
  primary key (connector, carrier_id)
);
create index on segment (tracking_id, place);

-- In how many segments it was taken, if several.
alter table message add column segments integer;
-- A submission is under way, or nobody knows whether it arrived.
alter table message add column unconfirmed boolean not null default false;
-- Who waits for a report waits no longer than the message may take.
update message set due_at = expires_at
where state = 'submitted' and due_at is null and expires_at > now();
