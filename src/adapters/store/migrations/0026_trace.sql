-- Trace context (a traceparent) of what caused the row; null: it is not traced.
alter table message add column trace text collate "C";
alter table template add column trace text collate "C";
alter table event add column trace text collate "C";
