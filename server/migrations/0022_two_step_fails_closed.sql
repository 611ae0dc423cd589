-- A second step whose key cannot be decrypted is still asked for, so nothing has to remember that it was not.
drop trigger tell on two_step;
alter table two_step drop column unreadable_at;
create trigger tell after insert or delete or update of confirmed_at on two_step
  for each row execute function tell_change();

-- Null once the key it was encrypted with is given up: the feed goes on, its address cannot be shown again.
alter table calendar_feeds alter column sealed_secret drop not null;
