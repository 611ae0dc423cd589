import { sql } from './sql'

/** The cancelled days of the month of a submission `s` with its month `m`, which a drop-in does not have. */
export const cancelledDaysOf = sql`coalesce(m.cancelled_days, (select d.cancelled_days from months d
  where d.first_day = date_trunc('month', s.dropin_date)::date), '{}')`
