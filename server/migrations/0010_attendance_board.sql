-- The attendance board: who has arrived, left and with whom, or does not come.

create table attendance_marks (
  submission_id uuid not null references submissions (id) on delete cascade,
  day date not null,
  arrived_at timestamptz,
  left_at timestamptz,
  picked_up_by text check (btrim(picked_up_by) <> '' and length(picked_up_by) <= 120),
  not_coming_at timestamptz,
  not_coming_by text check (not_coming_by in ('parent', 'staff')),
  note text check (btrim(note) <> '' and length(note) <= 2000),
  -- The pick-up time that was set when the child left, and by how much it was missed: later settings change neither.
  pickup_time text check (pickup_time ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  late_minutes integer not null default 0 check (late_minutes between 0 and 1439),
  version integer not null default 1 check (version >= 1),
  updated_at timestamptz not null default now(),
  primary key (submission_id, day),
  constraint left_after_arriving check (left_at is null or (arrived_at is not null and left_at >= arrived_at)),
  constraint only_who_left_was_picked_up check (
    left_at is not null or (picked_up_by is null and pickup_time is null and late_minutes = 0)),
  constraint only_who_does_not_come_was_said_so check (not_coming_at is not null or not_coming_by is null)
);
-- Late pick-ups, newest first.
create index attendance_marks_late on attendance_marks (day desc, submission_id) where late_minutes > 0;

create function pickup_people_are_valid(people jsonb) returns boolean
  language sql immutable parallel safe
  return case when jsonb_typeof(people) = 'array' then jsonb_array_length(people) <= 5 and coalesce(
    (select bool_and(jsonb_typeof(person) = 'object' and jsonb_typeof(person -> 'name') = 'string'
        and btrim(person ->> 'name') <> '' and length(person ->> 'name') <= 120
        and coalesce(jsonb_typeof(person -> 'phone'), 'null') in ('string', 'null')
        and length(coalesce(person ->> 'phone', '')) <= 40)
      from jsonb_array_elements(people) as person), true) else false end;

-- Who may pick the child up, beside its parent: up to five, each a name and perhaps a phone.
alter table children add column pickup_people jsonb not null default '[]'
  check (pickup_people_are_valid(pickup_people));

-- Of a removed child they go with its allergies.
drop index children_to_erase;
create index children_to_erase on children (deleted_at)
  where deleted_at is not null and (allergies is not null or pickup_people <> '[]');

-- The family hears of its own children, staff of all.
create function tell_mark() returns trigger language plpgsql as $$
declare
  changed attendance_marks;
begin
  changed := case when tg_op = 'DELETE' then old else new end;
  perform pg_notify('changes', json_strip_nulls(json_build_object(
    'table', 'attendance_marks', 'type', tg_op, 'id', changed.submission_id, 'day', changed.day,
    'parent_id', (select parent_id from submissions where id = changed.submission_id)))::text);
  return null;
end $$;
create trigger tell after insert or update or delete on attendance_marks
  for each row execute function tell_mark();
