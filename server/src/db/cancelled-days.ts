import { sql } from './sql'

/** The cancelled days of the month of a submission `s` with its month `m`, which a drop-in does not have. */
export const cancelledDaysOf = sql`coalesce(m.cancelled_days, (select d.cancelled_days from months d
  where d.first_day = date_trunc('month', s.dropin_date)::date), '{}')`

/** Whether the programme cancelled the day of a drop-in `s`. A registration's cancelled days are its month's. */
export const dropInDayCancelled = sql`s.dropin_date is not null and exists (select from months d
  where d.first_day = date_trunc('month', s.dropin_date)::date
    and extract(day from s.dropin_date)::int = any(d.cancelled_days))`
