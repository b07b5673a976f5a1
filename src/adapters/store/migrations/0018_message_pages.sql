-- The sender as message pages show it. A logo is used by account:<id> in blob_use.
alter table account
  add column display_name text,
  add column accent_colour text,
  add column logo json;

-- Openings by messengers' robots, which show a preview; they are not among the clicks.
alter table link add column previews bigint not null default 0;
