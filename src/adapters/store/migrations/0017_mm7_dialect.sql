-- How an account's MM7 is read and written. mm7_allow_adaptations stands in for an allowAdaptations
-- that a SubmitReq lacks; null: as configured. Version and namespace of what is sent to the account:
-- as set, else those of its last submission, else our own.
alter table account
  add column mm7_allow_adaptations text
    check (mm7_allow_adaptations in ('required', 'true', 'false')),
  add column mm7_version text,
  add column mm7_namespace text,
  add column mm7_last_version text,
  add column mm7_last_namespace text,
  add column mm7_transfer_encoding text not null default 'binary'
    check (mm7_transfer_encoding in ('binary', 'base64'));
