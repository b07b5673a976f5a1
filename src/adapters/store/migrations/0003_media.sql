-- Addresses put into texts. A click writes its row again: there is room for that on its page.
create table link (
  code text collate "C" primary key,
  kind text not null check (kind in ('page', 'click')),
  account text collate "C" not null,
  tracking_id text collate "C" not null,
  target text,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  clicks bigint not null default 0,
  first_click_at timestamptz,
  last_click_at timestamptz,
  -- In the order that they were given out. A listing goes on from here: codes are secrets.
  seq bigint generated always as identity unique
) with (fillfactor = 80);
create index on link (account, seq);
create index on link (tracking_id, seq);
create index on link (expires_at);

-- What a source was made into: as often as it comes again, it is not made again.
create table made_rendition (
  source text collate "C" not null,
  kind text collate "C" not null,
  recipe integer not null,
  name text collate "C" not null,
  max_bytes bigint not null,
  blob text collate "C" not null,
  type text not null,
  bytes bigint not null,
  width integer,
  height integer,
  duration_ms double precision,
  used_at timestamptz not null,
  primary key (source, kind, recipe, name, max_bytes)
);
create index on made_rendition (blob);
create index on made_rendition (used_at);

-- The last that a carrier has said of a number's handset.
create table handset (
  number text collate "C" primary key,
  handset text not null,
  seen_at timestamptz not null
) with (fillfactor = 80);

-- Who keeps a blob: template:<mms-id>, message:<tracking-id>, inbound:<tracking-id>. A blob that
-- is neither here nor in made_rendition may go.
create table blob_use (
  blob text collate "C" not null,
  used_by text collate "C" not null,
  primary key (blob, used_by)
);
create index on blob_use (used_by);

-- Which database this is: stored files that are another's are not swept by what is in this one.
create table installation (id uuid primary key);
insert into installation values (gen_random_uuid());

insert into blob_use (blob, used_by)
select distinct
  jsonb_path_query(media::jsonb, '$[*].renditions[*].blob') #>> '{}', 'template:' || mms_id
from template;

-- Of messages only those keep blobs that came over MM7; what is cheap to ask comes first, so that
-- no other content is read.
with content as materialized (
  select tracking_id, content::jsonb as content from message
  where kind = 'MMS_MT' and mms_id is null and content -> 'vasp' is not null)
insert into blob_use (blob, used_by)
select blob #>> '{}', 'message:' || tracking_id
from content cross join lateral (
  select jsonb_path_query(content, '$.slides[*].media[*] ? (exists (@.source)).source.blob') as blob
  union
  select jsonb_path_query(content, '$.slides[*].media[*] ? (exists (@.source)).renditions[*].blob')
  union
  select jsonb_path_query(content, '$.vasp.parts[*].blob')) used;

insert into blob_use (blob, used_by)
select distinct jsonb_path_query(files::jsonb, '$[*].blob') #>> '{}', 'inbound:' || tracking_id
from inbound;
