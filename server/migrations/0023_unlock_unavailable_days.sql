-- A cancelled day was locked besides being unavailable, although such days have no lock. Nobody can choose them either
-- way; family_messages remembers which ones were cancelled.
update months set closed_days = array(
    select day from unnest(closed_days) as day
    where coalesce(day_types ->> day::text, 'regular') not in ('unavailable', 'no_school') order by day)
  where exists (select from unnest(closed_days) as day
    where coalesce(day_types ->> day::text, 'regular') in ('unavailable', 'no_school'));
