-- A second role for staff: those who run the afternoon and see no amounts.
alter table user_roles drop constraint user_roles_role_check;
alter table user_roles add constraint user_roles_role_check check (role in ('admin', 'attendance', 'parent'));
-- Each member of staff has one of the two roles.
create unique index user_roles_staff on user_roles (user_id) where role in ('admin', 'attendance');
drop index user_roles_admins;

-- Admins follow where staff are signed in, and not the sign-ins of families.
create function notify_session() returns trigger language plpgsql as $$
declare
  account uuid := case tg_op when 'DELETE' then old.account_id else new.account_id end;
begin
  perform pg_notify('changes', jsonb_build_object('table', tg_table_name, 'type', tg_op, 'account_id', account,
    'is_staff', exists (select from user_roles where user_id = account and role in ('admin', 'attendance')))::text);
  return null;
end $$;
drop trigger notify on sessions;
create trigger notify after insert or delete on sessions for each row execute function notify_session();
comment on table user_roles is
  'Which accounts are parents and which are staff, admins or with the Attendance role; a parent may be staff too.';
