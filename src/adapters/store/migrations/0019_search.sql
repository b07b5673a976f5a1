-- Index of messages of both directions for searches, made behind the accepts. It can be made again
-- from the messages at any time.

-- Messages whose tracking-ids are above low, up to high.
create table search_segment (
  id uuid primary key default gen_random_uuid(),
  low text collate "C" not null,
  high text collate "C" not null unique,
  messages integer not null,
  -- Those whose state can still change.
  watched integer not null,
  -- When changes since then are looked for, and the time from that to the next look.
  refresh_at timestamptz not null,
  refresh_ms bigint not null
);
create index search_segment_refresh on search_segment (refresh_at);

-- Places in the segment of the messages that have a token, by buckets of tokens; then their
-- tracking-ids.
create table search_posting (
  segment uuid not null,
  bucket smallint not null,
  data bytea not null,
  primary key (segment, bucket)
);
