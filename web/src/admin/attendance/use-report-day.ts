import type { Day } from '@aftercare/domain/lib/days'
import { useToday } from '../../lib/program'
import { readDay, useUrlState } from '../../lib/url-state'

/** The selected day is in the URL; without one it is today, also after midnight. */
export function useReportDay() {
  const { params, change } = useUrlState()
  const today = useToday()
  return {
    today,
    day: readDay(params) ?? today,
    pick: (day: Day) => change({ date: day === today ? null : day }),
  }
}
