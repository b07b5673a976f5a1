-- Requests that are done once: who has an Idempotency-Key, and in the end what was answered.
create table idempotency_key (
  account text collate "C" not null,
  key text collate "C" not null,
  -- Digest of the request's body.
  body text not null,
  -- The request that has it.
  claim text not null,
  -- Who works on it, until it is answered.
  owner text collate "C",
  claimed_at timestamptz not null,
  -- From then on it counts as unused: at the end of the lease, or of the time that answers are kept.
  free_at timestamptz not null,
  type text,
  disposition text,
  answer bytea,
  primary key (account, key),
  check ((owner is null) = (answer is not null))
) with (fillfactor = 70);
create index on idempotency_key (free_at);
create index on idempotency_key (owner) where owner is not null;
