-- How strictly an account's MM7 is read, and how it is answered: strict, lenient, or null, as
-- configured. mm7_text_xml overrides it unless it is null.
alter table account add column mm7_dialect text;
alter table account alter column mm7_text_xml drop not null;
alter table account alter column mm7_text_xml drop default;
