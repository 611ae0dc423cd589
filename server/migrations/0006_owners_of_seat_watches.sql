-- Entries about watched seats were nobody's: their row is the family's first adult.
create or replace function set_owner() returns trigger language plpgsql as $$
begin
  if new.row_id is null then
    return new;
  elsif new.table_name in ('submissions', 'attendance_marks') then
    select parent_id, case when parent_id is null then guest_key(guest_parent_email) end
      into new.family_id, new.guest_key from submissions where id = new.row_id::uuid;
    if not found then
      -- What removes a drop-in also writes the guest's name to the log.
      select parent_id, guest_account_id, case when parent_id is null then guest_key(guest_parent_email) end
        into new.family_id, new.account_id, new.guest_key from removed_drop_ins where id = new.row_id::uuid;
    end if;
  elsif new.table_name = 'children' then
    select parent_id into new.family_id from children where id = new.row_id::uuid;
  elsif new.table_name = 'payments' then
    select parent_id into new.family_id from payments where id = new.row_id::uuid;
  elsif new.table_name in
      ('accounts', 'profiles', 'user_roles', 'admin_email_preferences', 'calendar_feeds', 'seat_watches') then
    new.account_id := new.row_id;
  end if;
  return new;
end $$;

alter table audit_log disable trigger only_redact;
update audit_log set account_id = row_id::uuid where table_name = 'seat_watches';
alter table audit_log enable trigger only_redact;
