-- What every registration pays for, once more. Each notice wakes every instance, which passes it to its listeners; and
-- sums and JSON took longer than the writing. Of a new row nobody needs the id: who listens reads again. Without ids
-- the notices of one family or of one batch of mails are alike, and PostgreSQL tells those of a transaction once.

create function tell_queued() returns trigger language plpgsql as $$
begin
  perform pg_notify('changes', '{"table":"outbox","type":"INSERT","state":"' || state || '"}') from added;
  return null;
end $$;
drop trigger tell_added on outbox;
create trigger tell_added after insert on outbox
  referencing new table as added for each statement execute function tell_queued();

-- One row of tallies for each submission: they are folded together anyway.
create function tell_and_tally_submissions() returns trigger language plpgsql as $$
begin
  perform pg_notify('changes', '{"table":"submissions","type":"INSERT"'
    || coalesce(',"parent_id":"' || parent_id || '"', '') || coalesce(',"month_id":"' || month_id || '"', '') || '}')
    from added;
  insert into tallies
    select 'submissions', month_id, derived_status(total_fee, paid_amount, billed_status), 1, total_fee from added;
  if random() < 0.02 then perform fold_tallies(); end if;
  return null;
end $$;
drop trigger tell_added on submissions;
drop trigger tally_added on submissions;
create trigger tell_and_tally_added after insert on submissions
  referencing new table as added for each statement execute function tell_and_tally_submissions();

create or replace function tally_submissions() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    insert into tallies
      select 'submissions', month_id, derived_status(total_fee, paid_amount, billed_status), -count(*), -sum(total_fee)
      from removed group by 2, 3;
  else
    insert into tallies
      select 'submissions', month_id, derived_status(total_fee, paid_amount, billed_status), sum(n), sum(n * total_fee)
      from (select month_id, total_fee, paid_amount, billed_status, 1 as n from added
        union all select month_id, total_fee, paid_amount, billed_status, -1 from removed) changed
      group by 2, 3 having sum(n) <> 0 or sum(n * total_fee) <> 0;
  end if;
  if random() < 0.02 then perform fold_tallies(); end if;
  return null;
end $$;

-- Most months have no seats to count, which is seen without a look for the days that a row holds alone.
create or replace function count_seats() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' and exists (
    select from months where id = new.month_id and seats is null and day_seats = '{}') then return new; end if;
  if tg_op <> 'INSERT' then perform add_to_seats(old, -1); end if;
  if tg_op = 'DELETE' then return old; end if;
  perform add_to_seats(new, 1);
  return new;
end $$;

-- Only the nightly cleaning looked by it.
drop index idempotency_keys_age;
