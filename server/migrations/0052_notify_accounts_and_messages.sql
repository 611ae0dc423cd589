-- Open pages show these too: which emails are confirmed, who gets which staff mail, what was written to families.
create trigger notify after update of email_verified_at, email_set_by_staff_at, invited_at, disabled_at on accounts
  for each row execute function notify_change('id');
create trigger notify after insert or update or delete on admin_email_preferences for each row
  execute function notify_change('user_id');
create trigger notify after insert or update or delete on family_messages for each statement
  execute function notify_change();
