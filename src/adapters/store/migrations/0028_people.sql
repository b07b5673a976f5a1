-- Key of the digests that stand for erased numbers, encrypted with SECRETS_KEY where there is one.
-- The first process that needs it writes it; it then stays with the database.
alter table installation add column number_key text;

-- Erasures of numbers. The number is a digest; '' is every account.
create table erasure (
  number text collate "C" not null,
  account text collate "C" not null,
  at timestamptz not null,
  primary key (number, account)
);
