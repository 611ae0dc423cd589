-- Counts that stay as they were are not written: the update would be notified as a change of the month, and everybody
-- would read the months again. The triggers run after the statement, so each further child of a family is such a case.
create or replace function count_seats() returns trigger language plpgsql as $$
declare
  counted months;
  taken jsonb;
begin
  -- Locked before counting, so that the count sees what those who were first have stored.
  for counted in
    select * from months
    where (seats is not null or day_seats <> '{}') and (id in (old.month_id, new.month_id)
      or first_day in (date_trunc('month', old.dropin_date)::date, date_trunc('month', new.dropin_date)::date))
    order by id for no key update
  loop
    taken := count_taken_seats(counted);
    if taken <> counted.taken_seats then
      update months set taken_seats = taken where id = counted.id;
    end if;
  end loop;
  return null;
end $$;
