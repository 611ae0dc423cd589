-- The list of one month is read newest first, like the whole list, however old the month is.
create index submissions_month_newest on submissions (month_id, submitted_at desc, id desc);
drop index submissions_month;
