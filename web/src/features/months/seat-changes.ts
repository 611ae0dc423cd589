import type { QueryClient } from '@tanstack/react-query'
import type { LiveChange } from '../../lib/live'

type WithSeats = { taken_seats: Record<string, number> }

/** Every month among what was read, wherever it stands in it, with the new counts. */
function withTaken(value: unknown, monthId: string, taken: WithSeats['taken_seats']): unknown {
  if (Array.isArray(value)) return value.map((item) => withTaken(item, monthId, taken))
  if (typeof value !== 'object' || value === null) return value
  if ('taken_seats' in value && 'id' in value && value.id === monthId) return { ...value, taken_seats: taken }
  // A submission carries its month beside the month's id.
  if ('month_id' in value && value.month_id === monthId && 'months' in value && value.months) {
    return { ...value, months: { ...value.months, taken_seats: taken } }
  }
  if (!('rows' in value)) return value
  return { ...value, rows: withTaken(value.rows, monthId, taken) }
}

const HOLD_MONTHS = [['months'], ['submissions']] as const

/**
 * Open calendars follow how many seats are taken without reading the month again: the change carries the numbers. What
 * was read keeps its age: but for the seats it is no newer.
 */
export function applySeatChange(client: QueryClient, change: LiveChange): void {
  const { id, taken_seats } = change as LiveChange & WithSeats
  if (!id) return
  const cache = client.getQueryCache()
  for (const query of HOLD_MONTHS.flatMap((queryKey) => cache.findAll({ queryKey }))) {
    const { isInvalidated, dataUpdatedAt } = query.state
    // It is read anew when it is next shown; written into, it would count as right.
    if (isInvalidated && !query.isActive()) continue
    client.setQueryData(query.queryKey, (read: unknown) => withTaken(read, id, taken_seats), {
      updatedAt: dataUpdatedAt,
    })
  }
}
