-- What stands in for an allowAdaptations that a SubmitReq lacks; null: as configured.
alter table account
  add column mm7_allow_adaptations text
    check (mm7_allow_adaptations in ('required', 'true', 'false'));
