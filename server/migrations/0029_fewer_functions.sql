-- Fewer functions: constraints and generated columns where they do, and one function for each kind of trigger.

-- The first day of a month, null for a name that is not one of the twelve.
alter table months add column first_day date generated always as (make_date(year, array_position(
  array['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', 'November',
    'December'], month_name), 1)) stored;
create index months_first_day on months (first_day);

-- Maps from day numbers, checked as text: jsonb always writes `{"1": "noon", "12": "early"}`.
alter table months
  drop constraint months_day_types_check,
  drop constraint months_day_seats_check,
  add constraint months_day_types_check check (day_types::text ~
    '^\{("([1-9]|[12][0-9]|3[01])": "(regular|noon|early|unavailable|no_school)"(, (?=")|(?=\})))*\}$'),
  add constraint months_day_seats_check check (day_seats::text ~
    '^\{("([1-9]|[12][0-9]|3[01])": ([1-9][0-9]?|[1-4][0-9][0-9]|500)(, (?=")|(?=\})))*\}$');
drop function day_types_are_valid(jsonb), day_seats_are_valid(jsonb);

-- At most five people, each with a name and perhaps a phone number.
alter table children
  drop constraint children_pickup_people_check,
  add constraint children_pickup_people_check check (case when jsonb_typeof(pickup_people) = 'array'
    then jsonb_array_length(pickup_people) <= 5
      and not jsonb_path_exists(pickup_people, '$[*].type() ? (@ != "object")')
      and not jsonb_path_exists(pickup_people, '$[*] ? (!(@.name.type() == "string" && @.name like_regex "^.{1,120}$" flag "s"
        && @.name like_regex "[^ ]" && (!exists(@.phone) || @.phone.type() == "null"
          || @.phone.type() == "string" && @.phone like_regex "^.{0,40}$" flag "s")))')
    else false end);
drop function pickup_people_are_valid(jsonb);

-- Seats: in months with seats the children of each day are counted again with every submission that may change them.
drop trigger start_counting_seats on months;
drop function start_counting_seats();
drop trigger count_seats on submissions;
drop function count_seats(), add_to_seats(submissions, integer);
create or replace function count_taken_seats(month months) returns jsonb language sql stable as $$
  select coalesce(jsonb_object_agg(n, children), '{}') from (
    select n, count(*) as children from (
      select coalesce(child_id, id), unnest(selected_days) as n from submissions where month_id = month.id
      union
      select coalesce(child_id, id), extract(day from dropin_date)::integer from submissions
      where dropin_date between month.first_day and (month.first_day + interval '1 month - 1 day')::date
    ) booked group by n) counted
$$;
drop function days_held_alone(submissions, months), day_in_month(months, integer), has_seats(months);
create function count_seats() returns trigger language plpgsql as $$
declare
  -- Locked before counting, so that the count sees what those who were first have stored.
  counted uuid[] := array(
    select id from months
    where (seats is not null or day_seats <> '{}') and (id in (old.month_id, new.month_id)
      or first_day in (date_trunc('month', old.dropin_date)::date, date_trunc('month', new.dropin_date)::date))
    order by id for no key update);
begin
  if cardinality(counted) > 0 then
    update months m set taken_seats = count_taken_seats(m) where id = any (counted);
  end if;
  return null;
end $$;
create trigger count_seats after insert or delete or update of selected_days, child_id, month_id, dropin_date
  on submissions for each row execute function count_seats();

-- Notifications: the named columns of the changed row. A new row's id is known to nobody yet; without it, rows that are
-- added together are notified once.
drop trigger tell on site_content;
drop trigger tell on children;
drop trigger tell on payments;
drop trigger tell on profiles;
drop trigger tell on user_roles;
drop trigger tell on seat_watches;
drop trigger tell on two_step;
drop trigger tell on sessions;
drop trigger tell on submissions;
drop trigger tell on settings;
drop trigger tell_two_step_required on settings;
drop trigger tell on audit_log;
drop trigger notify_failure on job_runs;
drop trigger tell_added on outbox;
drop trigger tell_changed on outbox;
drop trigger tell_removed on outbox;
drop trigger tell on months;
drop trigger tell_update on months;
drop trigger tell_seats on months;
drop trigger tell on attendance_marks;
drop function tell_change(), tell_session(), tell_submission(), tell_setting(), tell_two_step_required(), tell_activity(),
  notify_job_run(), tell_queued(), tell_mail(), tell_month(), tell_seats(), tell_mark();

create function notify_change() returns trigger language plpgsql as $$
declare
  changed jsonb := to_jsonb(case tg_op when 'DELETE' then old else new end);
begin
  perform pg_notify('changes', (jsonb_build_object('table', tg_table_name, 'type', tg_op) || coalesce(
    (select jsonb_object_agg(name, changed -> name) from unnest(tg_argv) as name
      where changed ->> name is not null and not (tg_op = 'INSERT' and name = 'id')), '{}'))::text);
  return null;
end $$;
create trigger notify after insert or update or delete on site_content for each row
  execute function notify_change('id', 'section_name');
create trigger notify after insert or update or delete on children for each row
  execute function notify_change('id', 'parent_id');
create trigger notify after insert or update or delete on payments for each row
  execute function notify_change('id', 'parent_id');
create trigger notify after insert or update or delete on profiles for each row execute function notify_change('id');
create trigger notify after insert or update or delete on user_roles for each row
  execute function notify_change('user_id');
create trigger notify after insert or update or delete on seat_watches for each row
  execute function notify_change('parent_id', 'month_id');
create trigger notify after insert or delete or update of confirmed_at on two_step for each row
  execute function notify_change('account_id');
create trigger notify after insert or delete on sessions for each row execute function notify_change('account_id');
create trigger notify after insert or update or delete on submissions for each row
  execute function notify_change('id', 'parent_id', 'month_id');
create trigger notify after insert or update on settings for each row execute function notify_change('key');
create trigger notify after insert on audit_log for each row execute function notify_change();
create trigger notify after insert or update on job_runs for each row when (new.failures > 0)
  execute function notify_change();
create trigger notify after insert or update or delete on outbox for each row
  execute function notify_change('id', 'state');

-- Of a month that is or was published anybody may know. Seats carry their numbers: during a rush nobody reads again.
create function notify_month() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.taken_seats <> new.taken_seats and old.version = new.version then
    perform pg_notify('changes', jsonb_build_object('table', 'month_seats', 'type', 'UPDATE', 'id', new.id,
      'is_public', new.is_active, 'taken_seats', new.taken_seats)::text);
  else
    perform pg_notify('changes', jsonb_build_object('table', 'months', 'type', tg_op, 'id', coalesce(new.id, old.id),
      'is_public', coalesce(new.is_active, false) or coalesce(old.is_active, false))::text);
  end if;
  return null;
end $$;
create trigger notify after insert or update or delete on months for each row execute function notify_month();

-- The family may know, which is the submission's.
create function notify_mark() returns trigger language plpgsql as $$
begin
  perform pg_notify('changes', jsonb_strip_nulls(jsonb_build_object('table', 'attendance_marks', 'type', tg_op,
    'id', coalesce(new.submission_id, old.submission_id), 'day', coalesce(new.day, old.day),
    'parent_id', (select parent_id from submissions where id = coalesce(new.submission_id, old.submission_id))))::text);
  return null;
end $$;
create trigger notify after insert or update or delete on attendance_marks for each row execute function notify_mark();

-- Append-only tables, by one function that only refuses: each trigger says what it refuses.
drop trigger audit_log_stays on audit_log;
drop trigger audit_log_only_erased on audit_log;
drop trigger payments_kept on payments;
drop trigger payments_stay on payments;
drop trigger payments_not_emptied on payments;
drop function refuse_audit_change(), refuse_payment_change(), only_erase_audit(), only_change_payment_notes();
alter function without_words(jsonb) rename to redact_text;
create or replace function redact_text(value jsonb) returns jsonb
  language plpgsql immutable parallel safe as $$
declare
  word text := value #>> '{}';
begin
  case jsonb_typeof(value)
    when 'object' then
      return coalesce((select jsonb_object_agg(key, redact_text(part)) from jsonb_each(value) as e (key, part)), '{}');
    when 'array' then
      return coalesce((select jsonb_agg(redact_text(part) order by n)
        from jsonb_array_elements(value) with ordinality as e (part, n)), '[]');
    when 'string' then
      -- Ids, days, instants and times of day name nobody, and so do the words of value sets.
      if word ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
        or word ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}(T[0-9:.]+(Z|[+-][0-9:]+))?$' or word ~ '^[0-9]{2}:[0-9]{2}$'
        or word in ('', '[erased]', 'not_billed', 'billed', 'submitted', 'pending', 'approved', 'declined', 'cancelled',
          'active', 'inactive', 'suspended', 'regular', 'noon', 'early', 'parent', 'admin', 'staff', 'cash', 'check',
          'credit_card', 'bank_transfer', 'brightwheel', 'facts', 'other') then
        return value;
      end if;
      return '"[erased]"';
    else
      return value;
  end case;
end $$;
create function append_only() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'check_violation';
end $$;
create trigger no_delete before delete or truncate on audit_log for each statement execute function append_only();
create trigger only_redact before update on audit_log for each row
  when (to_jsonb(old) - 'detail' <> to_jsonb(new) - 'detail' or new.detail <> redact_text(old.detail))
  execute function append_only();
create trigger no_delete before delete on payments for each row execute function append_only();
create trigger no_truncate before truncate on payments for each statement execute function append_only();
-- Notes can be corrected, and the foreign key lets go of a submission that is deleted.
create trigger only_notes before update on payments for each row
  when (to_jsonb(old) - array['notes', 'submission_id'] <> to_jsonb(new) - array['notes', 'submission_id']
    or old.submission_id is distinct from new.submission_id and (new.submission_id is not null or pg_trigger_depth() = 0))
  execute function append_only();

alter function add_payment_to_submission() rename to apply_payment;
alter trigger payments_add on payments rename to apply_payment;
alter function keep_billed_fee() rename to set_billed_fee;
alter trigger keep_billed_fee on submissions rename to set_billed_fee;

-- A leaky bucket (GCRA): `tat_ms` is the theoretical arrival time of the next attempt, in milliseconds.
drop function count_try(text, integer, bigint, bigint), give_back_try(text, bigint);
delete from rate_limits where expire is null;
alter table rate_limits drop column points;
alter table rate_limits rename column expire to tat_ms;
alter table rate_limits alter column tat_ms set not null;
-- The milliseconds to wait; below zero when the attempt is rejected.
create function rate_limit_consume(limit_key text, burst integer, every_ms bigint, longest_ms bigint) returns bigint
  language plpgsql as $$
declare
  at_ms bigint := extract(epoch from clock_timestamp()) * 1000;
  ahead bigint;
begin
  insert into rate_limits as stored (key, tat_ms) values (limit_key, at_ms + every_ms)
  on conflict (key) do update set
    tat_ms = least(greatest(stored.tat_ms, at_ms) + every_ms, at_ms + burst * every_ms + longest_ms)
  where longest_ms > 0 or greatest(stored.tat_ms, at_ms) + every_ms <= at_ms + burst * every_ms
  returning tat_ms - at_ms into ahead;
  if ahead is null then
    select tat_ms - at_ms into ahead from rate_limits where key = limit_key;
    return least(-1, (burst - 1) * every_ms - ahead);
  end if;
  return greatest(0, ahead - burst * every_ms);
end $$;
