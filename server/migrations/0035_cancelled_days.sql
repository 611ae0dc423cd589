-- Days on which the programme cancelled aftercare, each with the type it had, for when it takes place after all.
alter table months
  add column cancelled_days integer[] not null default '{}' check (days_are_valid(cancelled_days)),
  add column cancelled_day_types jsonb not null default '{}',
  add constraint months_cancelled_day_types_check check (cancelled_day_types ?& cancelled_days::text[]
    and cancelled_day_types::text ~
      '^\{("([1-9]|[12][0-9]|3[01])": "(regular|noon|early)"(, (?=")|(?=\})))*\}$');

-- What was credited to a family for cancelled days, in dollars by day number: a credited day stays booked, at 0.
alter table submissions
  add column credits jsonb not null default '{}',
  add constraint submissions_credits_check check (credits = '{}' or credits::text ~
    '^\{("([1-9]|[12][0-9]|3[01])": [0-9]+(\.[0-9]{1,2})?(, (?=")|(?=\})))*\}$');
