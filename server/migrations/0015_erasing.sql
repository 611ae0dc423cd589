-- A family that leaves takes its words along, also from the record of who changed what. So the record may be changed in
-- one way only: words in a detail become "[erased]". Who did what to which row and when, days, amounts and states stay.

create function without_words(value jsonb) returns jsonb
  language plpgsql immutable parallel safe as $$
declare
  word text := value #>> '{}';
begin
  case jsonb_typeof(value)
    when 'object' then
      return coalesce((select jsonb_object_agg(key, without_words(part)) from jsonb_each(value) as e (key, part)), '{}');
    when 'array' then
      return coalesce((select jsonb_agg(without_words(part) order by n)
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

create function only_erase_audit() returns trigger language plpgsql as $$
begin
  if (old.id, old.at, old.actor_id, old.actor_role, old.action, old.table_name, old.row_id)
      is not distinct from (new.id, new.at, new.actor_id, new.actor_role, new.action, new.table_name, new.row_id)
    and new.detail = without_words(old.detail) then
    return new;
  end if;
  raise exception 'audit_log is append-only' using errcode = 'check_violation';
end $$;

drop trigger audit_log_stays on audit_log;
create trigger audit_log_stays before delete or truncate on audit_log
  for each statement execute function refuse_audit_change();
create trigger audit_log_only_erased before update on audit_log
  for each row execute function only_erase_audit();
