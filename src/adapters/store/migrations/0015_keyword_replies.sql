-- Whether, and in what words, handsets that say a keyword are answered. Customers of earlier releases
-- may answer themselves.
alter table account
  add column keyword_replies text not null default 'none'
    check (keyword_replies in ('none', 'us', 'all')),
  -- By language.
  add column replies json not null default '{}';

-- The message from a handset that this one answers by itself.
alter table message add column reply_to text collate "C";

-- When a handset was last answered: two services that answer each other come to an end.
create table keyword_reply (
  account text collate "C" not null,
  originator text collate "C" not null,
  number text collate "C" not null,
  kind text not null check (kind in ('stop', 'start', 'help')),
  at timestamptz not null,
  primary key (account, number, originator, kind)
) with (fillfactor = 80);
create index on keyword_reply (at);
