-- What an answer counts for in its account's budget of made files; null: it went with what was
-- accepted, and has to be kept.
alter table idempotency_key add column made_bytes int;
-- Everything that the sum of an account asks for, so that no row with a file in it is read.
create index idempotency_key_made on idempotency_key (account) include (made_bytes, free_at)
  where made_bytes is not null;
