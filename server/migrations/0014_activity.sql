-- The log is read by staff, newest first, by person, kind and day: each way in is an index walked from its newest end.

drop index audit_log_newest;
create index audit_log_newest on audit_log (at desc, id desc);
create index audit_log_role on audit_log (actor_role, at desc, id desc);
create index audit_log_kind on audit_log (split_part(action, '.', 1), actor_role, at desc, id desc);
create index audit_log_actor on audit_log (actor_id, at desc, id desc) where actor_id is not null;

-- Few, and looked through by name.
create index accounts_disabled on accounts (id) where disabled_at is not null;

-- Once per statement and without ids: who may read the log reads it again.
create function tell_activity() returns trigger language plpgsql as $$
begin
  perform pg_notify('changes', '{"table":"audit_log","type":"INSERT"}');
  return null;
end $$;
create trigger tell after insert on audit_log for each statement execute function tell_activity();
