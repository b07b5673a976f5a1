alter table exchange validate constraint exchange_protocol_check;
