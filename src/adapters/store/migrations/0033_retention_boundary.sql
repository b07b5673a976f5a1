-- Rows of a kind that are older than its boundary may be deleted; retention moves it forward.
create table retention_boundary (
  kind text collate "C" primary key,
  boundary timestamptz not null
);
