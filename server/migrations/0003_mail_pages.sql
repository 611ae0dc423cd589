-- A mail is stored as what it says; the worker that sends it makes the HTML.
-- Rows from before keep the HTML that they were stored with.
alter table outbox add column page jsonb;
alter table outbox alter html drop not null;

-- The trigger below tells ids only: turning whole rows into JSON for that cost more than writing them.
create function tell_mail() returns trigger language plpgsql as $$
begin
  perform pg_notify('changes', json_build_object(
    'table', 'outbox', 'type', tg_op, 'id', changed.id, 'state', changed.state)::text)
    from changed;
  return null;
end $$;
drop trigger tell on outbox;
create trigger tell_added after insert on outbox
  referencing new table as changed for each statement execute function tell_mail();
create trigger tell_changed after update on outbox
  referencing new table as changed for each statement execute function tell_mail();
create trigger tell_removed after delete on outbox
  referencing old table as changed for each statement execute function tell_mail();

create function tell_submission() returns trigger language plpgsql as $$
begin
  perform pg_notify('changes', json_strip_nulls(json_build_object(
    'table', 'submissions', 'type', tg_op, 'id', changed.id, 'parent_id', changed.parent_id,
    'month_id', changed.month_id))::text)
    from changed;
  return null;
end $$;
drop trigger tell on submissions;
create trigger tell_added after insert on submissions
  referencing new table as changed for each statement execute function tell_submission();
create trigger tell_changed after update on submissions
  referencing new table as changed for each statement execute function tell_submission();
create trigger tell_removed after delete on submissions
  referencing old table as changed for each statement execute function tell_submission();

-- A few among thousands of parents.
create index user_roles_admins on user_roles (user_id) where role = 'admin';
