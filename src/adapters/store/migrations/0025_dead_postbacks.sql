-- concurrently
-- An account's dead postbacks in the order of their list, however many others have.
create index concurrently event_dead on event (account, tracking_id, seq) where postback = 'dead';
