-- Statuses are derived with the cancelled one since before the first release.
drop function derived_status(numeric, numeric, text);
