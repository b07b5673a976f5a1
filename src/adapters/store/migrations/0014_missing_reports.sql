-- The end of a message that a carrier took and never reported on.
alter table message drop constraint message_state_check;
alter table message add constraint message_state_check check (state in ('accepted', 'preparing',
  'sent', 'submitted', 'unreported', 'delivered', 'expired', 'failed', 'rejected', 'unrecognised'));

-- An end that we made while a carrier may have the message: a report that comes later wins.
alter table message
  add column presumed boolean not null default false,
  -- Why it ended so, in a carrier's words or ours: what status_details do not say.
  add column status_reason text;
