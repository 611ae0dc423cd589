-- A cancelled registration gives up its days, so that nothing that looks for a day finds it. What it had is kept for the
-- record and to undo it.
alter table submissions
  add column cancellation jsonb,
  drop constraint submissions_selected_days_check,
  add constraint submissions_selected_days_check check (days_are_valid(selected_days)),
  add constraint only_cancelled_has_no_days check (case when cancellation is null then cardinality(selected_days) >= 1
    else status = 'cancelled' and month_id is not null and cardinality(selected_days) = 0 and day_prices is null
      and cancellation ?& array['cancelled_at', 'cancelled_by', 'reason', 'fee', 'selected_days', 'day_prices', 'total_fee']
      and length(cancellation ->> 'reason') <= 2000 end);

-- The child can be registered again for that month.
alter table submissions drop constraint submissions_child_id_month_id_key;
create unique index submissions_child_id_month_id_key on submissions (child_id, month_id) where cancellation is null;
create index submissions_child on submissions (child_id);
