-- A month that is still a draft concerns staff alone; everybody else is told of months that are or were published.
create function tell_month() returns trigger language plpgsql as $$
declare
  is_public boolean := case tg_op
    when 'INSERT' then new.is_active
    when 'DELETE' then old.is_active
    else new.is_active or old.is_active end;
begin
  perform pg_notify('changes', json_build_object(
    'table', 'months', 'type', tg_op, 'id', case tg_op when 'DELETE' then old.id else new.id end,
    'is_public', is_public)::text);
  return null;
end $$;
drop trigger tell on months;
create trigger tell after insert or update or delete on months for each row execute function tell_month();
