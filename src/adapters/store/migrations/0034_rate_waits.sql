-- Whether the last attempt at a message ended at the rate of its connector, before the carrier was
-- asked; null: no attempt did.
alter table message add column waits_for_rate boolean;
