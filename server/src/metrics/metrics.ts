import type { Labels, Metric } from './text-format'

/** In seconds: from a cached page to what a proxy gives up on. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

type Request = { method: string; route: string; status: number; seconds: number }

/** What this process has counted since its start. */
export type Metrics = {
  countRequest(request: Request): void
  countClientError(kind: string): void
  collect(): Metric[]
}

/** Counts by labels; whoever calls it limits what they can be. */
function createCounts() {
  const counts = new Map<string, { labels: Labels; value: number }>()
  return {
    add(labels: Labels) {
      const key = JSON.stringify(labels)
      const count = counts.get(key)
      if (count) count.value += 1
      else counts.set(key, { labels, value: 1 })
    },
    values: () => [...counts.values()],
  }
}

type Durations = { labels: Labels; buckets: number[]; sum: number; count: number }

function createDurations() {
  const all = new Map<string, Durations>()
  return {
    add(labels: Labels, seconds: number) {
      const key = JSON.stringify(labels)
      const durations = all.get(key) ?? { labels, buckets: BUCKETS.map(() => 0), sum: 0, count: 0 }
      all.set(key, durations)
      durations.sum += seconds
      durations.count += 1
      for (const [i, most] of BUCKETS.entries())
        if (seconds <= most) durations.buckets[i] = (durations.buckets[i] ?? 0) + 1
    },
    values: () =>
      [...all.values()].flatMap(({ labels, buckets, sum, count }) => [
        ...BUCKETS.map((le, i) => ({ suffix: '_bucket', labels: { ...labels, le }, value: buckets[i] ?? 0 })),
        { suffix: '_bucket', labels: { ...labels, le: '+Inf' }, value: count },
        { suffix: '_sum', labels, value: sum },
        { suffix: '_count', labels, value: count },
      ]),
  }
}

export function createMetrics(): Metrics {
  const requests = createCounts()
  const durations = createDurations()
  const clientErrors = createCounts()
  return {
    countRequest({ method, route, status, seconds }) {
      requests.add({ method, route, status })
      durations.add({ method, route }, seconds)
    },
    countClientError: (kind) => clientErrors.add({ kind }),
    collect: () => [
      {
        name: 'http_requests_total',
        help: 'Requests answered, by declared route and status.',
        type: 'counter',
        values: requests.values(),
      },
      {
        name: 'http_request_duration_seconds',
        help: 'Time until the response began, by declared route.',
        type: 'histogram',
        values: durations.values(),
      },
      {
        name: 'client_errors_total',
        help: 'Errors that browsers reported.',
        type: 'counter',
        values: clientErrors.values(),
      },
    ],
  }
}
