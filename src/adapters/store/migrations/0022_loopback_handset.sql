-- What the loopback carrier simulates for a number, where an administrator has chosen it. Null: by
-- the last digits of the number.
create table loopback_handset (
  number text collate "C" primary key,
  operator_id text,
  handset text,
  outcome text check (outcome in ('delivered', 'expired', 'failed', 'rejected', 'unrecognised',
    'silence'))
);
