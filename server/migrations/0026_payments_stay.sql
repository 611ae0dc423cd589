-- A payment is never changed, in no column but its notes, which are erased with the family. One thing happens to it by
-- itself: staff remove the drop-in that it was applied to, and it becomes a general payment.
create function only_change_payment_notes() returns trigger language plpgsql as $$
begin
  -- As JSON, so that a column of tomorrow is covered too.
  if to_jsonb(old) - array['notes', 'submission_id'] is distinct from to_jsonb(new) - array['notes', 'submission_id']
    or old.submission_id is distinct from new.submission_id
      and (new.submission_id is not null or exists (select from submissions where id = old.submission_id)) then
    raise exception 'payments are append-only' using errcode = 'check_violation';
  end if;
  return new;
end $$;
drop trigger payments_stay on payments;
create trigger payments_stay before update on payments for each row execute function only_change_payment_notes();
create trigger payments_not_emptied before truncate on payments
  for each statement execute function refuse_payment_change();
