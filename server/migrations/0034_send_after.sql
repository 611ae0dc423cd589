-- Some mails wait, by the programme's clock, so that several changes in a row send one mail with the last state.
alter table outbox add column send_after timestamptz;
