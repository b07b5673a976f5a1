-- What is tried again, in the order of its time, whoever receives it: a machine looks for it when it
-- is due. What was never tried is on its way, and not in here.
create index event_retry on event (due_at, id) where postback = 'pending' and attempts > 0;
