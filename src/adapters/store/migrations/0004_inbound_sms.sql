-- SMS from handsets beside MMS: a text instead of a subject and files.
alter table inbound
  add column text text,
  alter column token drop not null,
  drop constraint inbound_kind_check,
  add constraint inbound_kind_check check (
    case kind
      when 'MMS_MO' then text is null and token is not null
      when 'SMS_MO' then text is not null and token is null and subject is null
      else false
    end);

alter table account
  add column sms_mo_postbacks boolean not null default true,
  add column opt_out boolean not null default true;

-- Recipients that may not be written to.
create table block (
  account text collate "C" not null references account,
  number text collate "C" not null,
  -- '': every one of the account.
  originator text collate "C" not null,
  made_by text not null check (made_by in ('keyword', 'operator')),
  since timestamptz not null,
  primary key (account, number, originator)
);
