-- A drop-in that needs approval: waiting, then approved or declined. Until it is approved its fee is 0 and it cannot be
-- billed, so that no sum has to leave it out.
alter table submissions drop constraint submissions_status_check;
alter table submissions add constraint submissions_status_check
  check (status in ('submitted', 'pending', 'waiting', 'approved', 'declined', 'cancelled'));
alter table submissions add column approval jsonb;
alter table submissions add constraint submissions_approval_check check (
  (approval is not null) = (status in ('waiting', 'approved', 'declined'))
  and (approval is null or dropin_date is not null and approval ?& array['fee', 'decided_at', 'message']
    and (approval ->> 'decided_at' is null) = (status = 'waiting') and length(approval ->> 'message') <= 1000)
  and (status not in ('waiting', 'declined') or total_fee = 0 and billed_status = 'not_billed'));
create index submissions_waiting on submissions (dropin_date, submitted_at) where status = 'waiting';
comment on column submissions.approval is
  'Of a drop-in that needs approval: the fee in dollars that it was requested at, when it was answered and what staff wrote.';

-- No row had one of the two statuses, so the index by it stays valid: 5 Waiting, 6 Declined.
create or replace function derived_status(total_fee numeric, paid_amount numeric, billed_status text, status text)
  returns smallint language sql immutable parallel safe
  return case status when 'waiting' then 5 when 'declined' then 6
    else case when status = 'cancelled' and total_fee = 0 then 4 when paid_amount >= total_fee then 3
      when paid_amount > 0 then 2 when billed_status = 'billed' then 1 else 0 end end;

-- A request that waits holds its seat; declining it frees the seat.
create or replace function count_taken_seats(month months) returns jsonb language sql stable as $$
  select coalesce(jsonb_object_agg(n, children), '{}') from (
    select n, count(*) as children from (
      select coalesce(child_id, id), unnest(selected_days) as n from submissions where month_id = month.id
      union
      select coalesce(child_id, id), extract(day from dropin_date)::integer from submissions
      where dropin_date between month.first_day and (month.first_day + interval '1 month - 1 day')::date
        and status <> 'declined'
      union
      select id, unnest(selected_days) from unconfirmed_submissions
      where outcome is null and (month_id = month.id
        or dropin_date between month.first_day and (month.first_day + interval '1 month - 1 day')::date)
    ) booked group by n) counted
$$;

drop trigger count_seats on submissions;
create trigger count_seats after insert or delete or update of selected_days, child_id, month_id, dropin_date, status
  on submissions for each row execute function count_seats();
