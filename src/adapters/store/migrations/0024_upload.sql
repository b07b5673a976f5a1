-- Files that an administrator has uploaded, so that a request can name them by an address of ours.
create table upload (
  token text collate "C" primary key,
  name text not null,
  type text not null,
  blob text not null,
  bytes bigint not null,
  expires_at timestamptz not null
);
