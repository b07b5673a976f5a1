-- Sessions of the console that ended before their time, until then.
create table ended_session (
  id text collate "C" primary key,
  expires_at timestamptz not null
);
