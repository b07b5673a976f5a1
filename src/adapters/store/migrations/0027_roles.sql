-- Admin tokens with a name and scopes, beside those of the configuration.
create table admin_token (
  id text collate "C" primary key,
  name text collate "C" not null,
  scopes json not null,
  hash text collate "C" not null unique,
  hint text not null,
  created_at timestamptz not null,
  created_by text not null,
  expires_at timestamptz,
  revoked_at timestamptz
);
create unique index admin_token_name on admin_token (name) where revoked_at is null;
-- What a key may do, from which senders, and from where; null: everything.
alter table api_key add column limits json;
