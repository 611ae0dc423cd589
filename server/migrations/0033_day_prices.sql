-- The price of each day of a registration as it was booked, in dollars by day number. An edit keeps the prices of the
-- days that stay, so that a fee can always be explained.
alter table submissions add column day_prices jsonb;

-- Registrations from before get theirs where the month's prices add up to the fee; for the others nobody knows.
alter table submissions disable trigger user;
update submissions set day_prices = known.prices
from (
  select s.id, jsonb_object_agg(n::text, price) as prices
  from submissions s join months m on m.id = s.month_id
  cross join unnest(s.selected_days) as n
  cross join lateral (select m.first_day + n - 1 as day) as dated
  cross join lateral (select case
      when day is null or date_trunc('month', day) <> m.first_day or extract(isodow from day) > 5 then 'unavailable'
      else coalesce(m.day_types ->> n::text, case when n = any (m.special_days) then 'noon' else 'regular' end)
    end as type) as typed
  cross join lateral (select case type when 'regular' then coalesce(m.regular_price, 20)
      when 'noon' then coalesce(m.special_price, 30) when 'early' then coalesce(m.special_price, 30)
      else 0 end as price) as priced
  group by s.id having sum(price) = s.total_fee) known
where submissions.id = known.id;
alter table submissions enable trigger user;

-- A constraint cannot add up the values of an object.
create function day_prices_are_valid(prices jsonb, days integer[], fee numeric) returns boolean
  language sql immutable parallel safe
  return (select count(*) = cardinality(days) and sum(value::numeric) = fee
      and bool_and(key = any (days::text[]) and value::numeric >= 0 and value::numeric = round(value::numeric, 2))
    from jsonb_each(prices));

alter table submissions add constraint day_prices_add_up
  check (day_prices is null or month_id is not null and day_prices_are_valid(day_prices, selected_days, total_fee));
