-- When a postback was last made to go out again.
alter table event add column replayed_at timestamptz;

-- Few rows are in these: what never arrived, and of that what waits for a URL, for each receiver apart.
create index event_kept on event (tracking_id, seq) where postback in ('dead', 'held');
create index event_held on event (account, channel, tracking_id) where postback = 'held';
