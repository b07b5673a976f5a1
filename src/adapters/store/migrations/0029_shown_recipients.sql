-- concurrently
-- Messages that show further recipients. There are few; no other statement has this condition.
create index concurrently message_shown on message (tracking_id)
  where kind = 'MMS_MT' and content #>> '{displayOnly,0}' is not null;
