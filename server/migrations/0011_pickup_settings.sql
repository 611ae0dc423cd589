-- A changed setting is told to staff: open boards show the new pick-up time, and an open form that somebody else saved.
create function tell_setting() returns trigger language plpgsql as $$
begin
  perform pg_notify('changes', json_build_object('table', 'settings', 'type', tg_op, 'id', new.key)::text);
  return null;
end $$;
create trigger tell after insert or update on settings for each row execute function tell_setting();

-- A person without a name is nobody: what is not there must not count as right.
create or replace function pickup_people_are_valid(people jsonb) returns boolean
  language sql immutable parallel safe
  return case when jsonb_typeof(people) = 'array' then jsonb_array_length(people) <= 5 and coalesce(
    (select bool_and(coalesce(jsonb_typeof(person) = 'object' and jsonb_typeof(person -> 'name') = 'string'
        and btrim(person ->> 'name') <> '' and length(person ->> 'name') <= 120
        and coalesce(jsonb_typeof(person -> 'phone'), 'null') in ('string', 'null')
        and length(coalesce(person ->> 'phone', '')) <= 40, false))
      from jsonb_array_elements(people) as person), true) else false end;
