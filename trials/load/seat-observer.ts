/** Compares when registrations are acknowledged with when a live page shows the seats that they take. */
export function createSeatObserver() {
  const acknowledged: { at: number; total: number }[] = []
  const shown: { at: number; total: number }[] = []
  let rest = ''
  return {
    acknowledge(children: number) {
      acknowledged.push({ at: performance.now(), total: (acknowledged.at(-1)?.total ?? 0) + children })
    },
    /** A part of the event stream. */
    read(text: string) {
      const frames = (rest + text).split('\n\n')
      rest = frames.pop() ?? ''
      for (const frame of frames) {
        const data = /^event: month_seats\ndata: (.*)$/m.exec(frame)?.[1]
        if (!data) continue
        const { taken_seats } = JSON.parse(data) as { taken_seats: Record<string, number> }
        shown.push({
          at: performance.now(),
          total: Object.values(taken_seats).reduce((sum, taken) => sum + taken, 0),
        })
      }
    },
    /** Milliseconds from each response until a page showed as many seats taken. */
    times(): number[] {
      let next = 0
      return acknowledged.flatMap(({ at, total }) => {
        while (next < shown.length && (shown[next]?.total ?? 0) < total) next += 1
        const first = shown[next]
        return first ? [Math.max(0, first.at - at)] : []
      })
    },
  }
}
