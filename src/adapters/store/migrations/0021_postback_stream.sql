-- concurrently
-- An account's JSON postbacks in their order, for those that listen to them. No other statement has
-- this condition, which keeps the index out of their plans.
create index concurrently event_stream on event (account, seq)
  where code is not null and channel = 'json';
