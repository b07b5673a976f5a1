-- Due work is found by account, so that one who has much of it keeps nobody else's waiting.
drop index message_due;
create index message_due on message (account, due_at) where due_at is not null;
drop index message_prepare;
create index message_prepare on message (account, prepare_at) where prepare_at is not null;
drop index template_due;
create index template_due on template (account, due_at) where due_at is not null;
