-- Inserts into these tables carry no columns to listeners, and a mail's row is long: one notification per statement.
drop trigger notify on audit_log;
create trigger notify after insert on audit_log for each statement execute function notify_change();

drop trigger notify on outbox;
create trigger notify_insert after insert on outbox for each statement execute function notify_change();
create trigger notify after update or delete on outbox for each row execute function notify_change('id', 'state');
