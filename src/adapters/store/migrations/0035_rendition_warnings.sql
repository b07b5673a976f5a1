-- Warnings about the source of a rendition, from the run that made it; null: none.
alter table made_rendition add column warnings json;
