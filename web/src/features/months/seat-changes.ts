import type { QueryClient } from '@tanstack/react-query'
import type { LiveChange } from '../../lib/live'

type WithSeats = { taken_seats: Record<string, number> }

/** Replaces the seat counts of a month anywhere in cached data. */
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

const KEYS_WITH_MONTHS = [['months'], ['submissions']] as const

/**
 * Updates seat counts in open calendars without a refetch: the change carries the numbers. The rest of the data is no
 * newer, so it keeps its `updatedAt`.
 */
export function applySeatChange(client: QueryClient, change: LiveChange): void {
  const { id, taken_seats } = change as LiveChange & WithSeats
  if (!id) return
  const cache = client.getQueryCache()
  for (const query of KEYS_WITH_MONTHS.flatMap((queryKey) => cache.findAll({ queryKey }))) {
    const update = () => {
      const { isInvalidated, dataUpdatedAt } = query.state
      // It refetches when next mounted; writing to it would clear the invalidation.
      if (isInvalidated && !query.isActive()) return
      client.setQueryData(query.queryKey, (read: unknown) => withTaken(read, id, taken_seats), {
        updatedAt: dataUpdatedAt,
      })
    }
    update()
    // What is being fetched may have been read before the change.
    if (query.state.fetchStatus === 'fetching') query.promise?.then(update, () => undefined)
  }
}
