-- Warnings of a stored response that is a file, one for each header; null: none.
alter table idempotency_key add column warnings json;
