-- What waits has a due_at, and nothing else has: that is the order in which it is found, for each
-- receiver apart. A statement about one postback, which says nothing of due_at, cannot be planned to
-- look through this index.
update event set due_at = null where due_at is not null and postback is distinct from 'pending';
alter table event add check ((postback is not distinct from 'pending') = (due_at is not null));
drop index event_unsent;
create index event_unsent on event (account, channel, due_at) where due_at is not null;
