import type { Booking } from '@aftercare/domain/calendar-feed/calendar-feed'
import { type Day, getDayParts } from '@aftercare/domain/lib/days'
import { isApproved } from '../db/approved'
import type { Queryable } from '../db/client'
import { childDisplayName } from '../db/display-name'
import { rows, type Sql, sql } from '../db/sql'

/**
 * The family's submissions that may include days from `from` on, each with its month. A cancelled day has the type it
 * had, so that its entry keeps its times.
 */
export const listBookings = (db: Queryable, parentId: string, from: Day): Promise<Booking[]> =>
  rows<Booking>(db, bookingsStatement(parentId, from))

export const bookingsStatement = (parentId: string, from: Day): Sql =>
  sql`select s.id as "submissionId", s.child_id as "childId", ${childDisplayName} as "childName",
        s.dropin_date as "dropInDate", s.selected_days as "selectedDays", s.dismissal_type as dismissal,
        case when m.id is not null then json_build_object('monthName', m.month_name, 'year', m.year,
          'dayTypes', m.day_types || m.cancelled_day_types, 'specialDays', m.special_days, 'cancelledDays', m.cancelled_days) end as month,
        s.updated_at as "changedAt"
      from submissions s
      left join children c on c.id = s.child_id
      left join months m on m.id = s.month_id or s.month_id is null
        and m.first_day = date_trunc('month', s.dropin_date)::date
      where s.parent_id = ${parentId} and ${isApproved}
        and (s.dropin_date >= ${from} or s.month_id is not null and m.year >= ${getDayParts(from).year})
      order by s.month_id is null, s.id`
