-- Which messages of an account cause operator look-ups, which may cost a fee: mms, always or never.
alter table account add column operator_lookup text not null default 'mms';
