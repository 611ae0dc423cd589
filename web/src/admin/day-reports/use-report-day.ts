import { type Day, isDay } from '@aftercare/domain/days'
import { useSearchParams } from 'react-router'
import { useToday } from '../../features/program/program'

/** The picked day stands in the address; without one it is the programme's today, also after midnight. */
export function useReportDay() {
  const [params, setParams] = useSearchParams()
  const today = useToday()
  const wanted = params.get('date') ?? ''
  return {
    today,
    day: isDay(wanted) ? wanted : today,
    pick: (day: Day) => setParams(day === today ? {} : { date: day }, { preventScrollReset: true }),
  }
}
