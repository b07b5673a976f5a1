-- Exchanges with carriers over HTTP. Validated on its own: that reads the whole table.
alter table exchange drop constraint exchange_protocol_check;
alter table exchange add constraint exchange_protocol_check
  check (protocol in ('json', 'mm7', 'smpp', 'http')) not valid;
