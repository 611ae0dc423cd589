-- What every registration pays for, at a fraction of its cost. A function in SQL that cannot be put into its caller is
-- started anew for each call, which took longer than writing the row; one in PL/pgSQL keeps its plan.

create or replace function days_are_valid(days integer[]) returns boolean
  language plpgsql immutable parallel safe as $$
declare
  n integer;
  seen integer[] := '{}';
begin
  if days is null then return true; end if;
  foreach n in array days loop
    if n is null or n not between 1 and 31 or n = any (seen) then return false; end if;
    seen := seen || n;
  end loop;
  return true;
end $$;

create or replace function add_to_seats(submission submissions, change integer) returns void language plpgsql as $$
declare
  month months;
  days integer[];
begin
  -- Its own month, or for a drop-in the one of its date; only where it has seats.
  if submission.month_id is not null then
    select m.* into month from months m where m.id = submission.month_id and has_seats(m);
  else
    select m.* into month from months m
    where has_seats(m) and m.month_name = to_char(submission.dropin_date, 'FMMonth')
      and m.year = extract(year from submission.dropin_date)::integer;
  end if;
  if month.id is null then return; end if;
  days := days_held_alone(submission, month);
  if cardinality(days) = 0 then return; end if;
  update months set taken_seats = taken_seats || (
    select jsonb_object_agg(n, coalesce((taken_seats ->> n::text)::integer, 0) + change) from unnest(days) as n)
  where id = month.id;
end $$;
drop function month_with_seats(submissions);

create or replace function give_back_try(limit_key text, every_ms bigint) returns void language plpgsql as $$
begin
  if limit_key is null then return; end if;
  update rate_limits set expire = coalesce(expire - every_ms, 0) where key = limit_key;
end $$;
-- Only the nightly cleaning looked by it, and each count had to move it along.
drop index rate_limits_expire;

-- Every sign-in tells of a session: its two fields, without writing out the whole row to find them.
create function tell_session() returns trigger language plpgsql as $$
begin
  perform pg_notify('changes', json_build_object('table', tg_table_name, 'type', tg_op,
    'account_id', case when tg_op = 'DELETE' then old.account_id else new.account_id end)::text);
  return null;
end $$;
drop trigger tell on sessions;
create trigger tell after insert or delete on sessions for each row execute function tell_session();
