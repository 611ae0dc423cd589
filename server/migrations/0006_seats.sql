-- Seats: a day closes itself when it is full. How many are taken is counted where it is written, so that no reader
-- ever looks at the submissions. Writers hold the month's row, so that counting needs no lock of its own.

create function day_seats_are_valid(seats jsonb) returns boolean
  language sql immutable parallel safe
  return jsonb_typeof(seats) = 'object' and coalesce(
    (select bool_and(key ~ '^([1-9]|[12][0-9]|3[01])$' and jsonb_typeof(value) = 'number'
        and value::text ~ '^[0-9]{1,3}$' and value::text::integer between 1 and 500)
      from jsonb_each(seats)), true);

alter table months
  add column seats integer check (seats between 1 and 500),
  add column day_seats jsonb not null default '{}' check (day_seats_are_valid(day_seats)),
  -- Children per day number; kept in months with seats only.
  add column taken_seats jsonb not null default '{}';

create function has_seats(month months) returns boolean
  language sql immutable parallel safe
  return month.seats is not null or month.day_seats <> '{}';

create function day_in_month(month months, n integer) returns date
  language sql immutable parallel safe
  return make_date(month.year, array_position(array['January', 'February', 'March', 'April', 'May', 'June', 'July',
    'August', 'September', 'October', 'November', 'December'], month.month_name), n);

-- The month of a submission, where it has seats: its own, or for a drop-in the one of its date.
create function month_with_seats(submission submissions) returns months language sql stable as $$
  select m from months m
  where has_seats(m) and (m.id = submission.month_id or submission.month_id is null
    and m.month_name = to_char(submission.dropin_date, 'FMMonth')
    and m.year = extract(year from submission.dropin_date)::integer)
$$;

-- A child with a registration and a drop-in on one day takes one seat: the days on which this submission alone
-- stands for the child.
create function days_held_alone(submission submissions, month months) returns integer[] language sql stable as $$
  select coalesce(array_agg(n), '{}') from unnest(submission.selected_days) as n
  where submission.child_id is null or not exists (
    select from submissions other
    where other.child_id = submission.child_id and other.id <> submission.id
      and (other.month_id = month.id and n = any (other.selected_days)
        or other.dropin_date = day_in_month(month, n)))
$$;

create function add_to_seats(submission submissions, change integer) returns void language plpgsql as $$
declare
  month months := month_with_seats(submission);
  days integer[];
begin
  if month.id is null then return; end if;
  days := days_held_alone(submission, month);
  if cardinality(days) = 0 then return; end if;
  update months set taken_seats = taken_seats || (
    select jsonb_object_agg(n, coalesce((taken_seats ->> n::text)::integer, 0) + change) from unnest(days) as n)
  where id = month.id;
end $$;

create function count_seats() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then perform add_to_seats(old, -1); end if;
  if tg_op = 'DELETE' then return old; end if;
  perform add_to_seats(new, 1);
  return new;
end $$;
-- Before, not after: then each row of a statement sees those that the statement has already changed, and two that
-- stand for the same child and day are not both taken for the only one.
create trigger count_seats before insert or delete or update of selected_days, child_id, month_id, dropin_date
  on submissions for each row execute function count_seats();

create index submissions_child_drop_ins on submissions (child_id, dropin_date) where dropin_date is not null;

-- The whole count, when a month gets its first seats.
create function count_taken_seats(month months) returns jsonb language sql stable as $$
  select coalesce(jsonb_object_agg(n, children), '{}') from (
    select n, count(distinct coalesce(child_id, id)) as children from (
      select id, child_id, unnest(selected_days) as n from submissions where month_id = month.id
      union all
      select id, child_id, extract(day from dropin_date)::integer from submissions
      where dropin_date between day_in_month(month, 1) and (day_in_month(month, 1) + interval '1 month - 1 day')::date
    ) held group by n) counted
$$;

create function start_counting_seats() returns trigger language plpgsql as $$
begin
  if has_seats(new) is distinct from (tg_op = 'UPDATE' and has_seats(old)) then
    new.taken_seats := case when has_seats(new) then count_taken_seats(new) else '{}' end;
  end if;
  return new;
end $$;
create trigger start_counting_seats before insert or update of seats, day_seats on months
  for each row execute function start_counting_seats();

-- A change of the counts alone is told apart from a change of the month, with the numbers: open calendars follow
-- without reading again.
drop trigger tell on months;
create trigger tell after insert or delete on months for each row execute function tell_month();
create trigger tell_update after update on months for each row
  when (old.taken_seats is not distinct from new.taken_seats or old.version is distinct from new.version)
  execute function tell_month();

create function tell_seats() returns trigger language plpgsql as $$
begin
  perform pg_notify('changes', jsonb_build_object('table', 'month_seats', 'type', 'UPDATE', 'id', new.id,
    'is_public', new.is_active, 'taken_seats', new.taken_seats)::text);
  return null;
end $$;
create trigger tell_seats after update on months for each row
  when (old.taken_seats is distinct from new.taken_seats and old.version is not distinct from new.version)
  execute function tell_seats();

create table seat_watches (
  parent_id uuid not null references profiles (id) on delete cascade,
  month_id uuid not null references months (id) on delete cascade,
  day integer not null check (day between 1 and 31),
  created_at timestamptz not null,
  primary key (parent_id, month_id, day)
);
create index seat_watches_day on seat_watches (month_id, day, created_at);
create trigger tell after insert or update or delete on seat_watches for each row execute function tell_change();
