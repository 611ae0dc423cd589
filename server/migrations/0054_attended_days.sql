-- Who was here on a day, booked or not: the board and the day report list them all.
create index attendance_marks_arrived on attendance_marks (day) where arrived_at is not null;

-- A cancelled registration gives up its days, except those on which the child was here: they stay booked at their price.
alter table submissions
  drop constraint only_cancelled_has_no_days,
  add constraint only_cancelled_has_no_days check (case when cancellation is null then cardinality(selected_days) >= 1
    else status = 'cancelled' and month_id is not null and (cardinality(selected_days) > 0 or day_prices is null)
      and cancellation ?& array['cancelled_at', 'cancelled_by', 'reason', 'fee', 'selected_days', 'day_prices', 'total_fee']
      and length(cancellation ->> 'reason') <= 2000 end);
