-- Counts are counted when somebody reads them. What kept them where rows were written goes: `tallies` and `guests`, and
-- all that filled, folded and checked them.

drop trigger tally_changed on submissions;
drop trigger tally_removed on submissions;
drop trigger tally_emptied on submissions;
drop trigger tell_and_tally_added on submissions;
drop trigger keep_guest_added on submissions;
drop trigger keep_guest_changed on submissions;
drop trigger keep_guest_removed on submissions;
drop trigger tally_added on user_roles;
drop trigger tally_removed on user_roles;
drop view guests_of_submissions;
drop table guests;
drop table tallies;
drop function tally_submissions(), tell_and_tally_submissions(), tally_parents(), tally_guests(), keep_guests(),
  keep_guest(text), fold_tallies(), recount_tallies(), forget_tallies();

-- One trigger in place of three. Of a new row nobody needs the id: who listens reads again. Without ids the notices of
-- one family's new rows are alike, and PostgreSQL sends those of a transaction once.
drop trigger tell_changed on submissions;
drop trigger tell_removed on submissions;
create or replace function tell_submission() returns trigger language plpgsql as $$
declare
  changed submissions := case tg_op when 'DELETE' then old else new end;
begin
  perform pg_notify('changes', '{"table":"submissions","type":"' || tg_op || '"'
    || case tg_op when 'INSERT' then '' else ',"id":"' || changed.id || '"' end
    || coalesce(',"parent_id":"' || changed.parent_id || '"', '')
    || coalesce(',"month_id":"' || changed.month_id || '"', '') || '}');
  return null;
end $$;
create trigger tell after insert or update or delete on submissions for each row execute function tell_submission();

-- The unpaid, counted from the index alone; by month, since equal keys make it small.
create index submissions_unpaid on submissions (month_id) where paid_amount < total_fee;

-- Guests by address, the newest row first, to be counted and looked up; and in the order of the list of parents.
drop index submissions_guest;
create index submissions_guest on submissions (guest_key(guest_parent_email), submitted_at desc, id desc)
  include (guest_parent_email) where parent_id is null;
create index submissions_guest_name on submissions (lower(guest_parent_name), lower(guest_key(guest_parent_email)))
  where parent_id is null;

-- With the columns of the status, so that the rows of one status are counted from the index alone.
drop index submissions_status;
create index submissions_status on submissions
  (derived_status(total_fee, paid_amount, billed_status), submitted_at desc, id desc)
  include (total_fee, paid_amount, billed_status);
