-- Staff register families and guests who call.
alter table submissions add column entered_by text;
comment on column submissions.entered_by is
  'The staff member who entered a registration that was agreed by phone, by the name shown then. Null where the family or guest sent it, and for drop-ins.';
