-- Reports whose ids no message has yet, by each id that they may mean, for minutes.
create table early_report (
  id bigint generated always as identity primary key,
  report uuid not null,
  connector text collate "C" not null,
  carrier_id text collate "C" not null,
  -- Whether it is the only id of the report.
  is_sure boolean not null,
  -- Digest of the recipient; null: the report names none.
  recipient text,
  outcome json not null,
  -- Whether it is on a whole message, though its id is that of a segment.
  for_whole boolean not null,
  operator_id text,
  at timestamptz not null
);
create index early_report_carrier_id on early_report (connector, carrier_id);
create index early_report_arrival on early_report (connector, id);
create index early_report_report on early_report (report);
