-- Messages to families apart from those of a day: of a month, all active ones, or those who owe.
alter table family_messages alter column day drop not null;
alter table family_messages add column audience text check (audience in ('active', 'month', 'owe'));
alter table family_messages add constraint family_messages_to_check check ((day is null) <> (audience is null));
comment on table family_messages is
  'What staff wrote to all families of a day, of a month or of the programme. The mails are in the outbox.';
