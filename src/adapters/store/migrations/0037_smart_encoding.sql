-- Whether typography becomes plain in an account's SMS; null: as configured.
alter table account add column smart_encoding boolean;
