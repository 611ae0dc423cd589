type TraceEvent = {
  name: string
  ph: string
  pid: number
  tid: number
  ts: number
  dur?: number
  tdur?: number
}

type Task = { start: number; end: number; share: number }

/**
 * Shortens each task of a Chromium trace, with all that happened in it, to the CPU time that it took. What it waited for
 * no longer counts: other programs on this machine, but also other processes of the browser.
 */
export function countCpuTime(events: readonly TraceEvent[]): void {
  const threads = new Map<string, TraceEvent[]>()
  for (const event of events) {
    const thread = `${event.pid} ${event.tid}`
    const ofThread = threads.get(thread)
    if (ofThread) ofThread.push(event)
    else threads.set(thread, [event])
  }
  for (const ofThread of threads.values()) shortenTasks(ofThread.sort(outermostFirst))
}

const outermostFirst = (one: TraceEvent, other: TraceEvent) =>
  one.ts - other.ts || (other.dur ?? 0) - (one.dur ?? 0)

function shortenTasks(sorted: readonly TraceEvent[]): void {
  const tasks = outermostTasks(sorted)
  let index = 0
  for (const event of sorted) {
    while ((tasks[index + 1]?.start ?? Number.POSITIVE_INFINITY) <= event.ts) index += 1
    const task = tasks[index]
    if (!task || event.ts < task.start || event.ts > task.end) continue
    event.ts = Math.round(task.start + (event.ts - task.start) * task.share)
    if (event.dur) event.dur = Math.round(event.dur * task.share)
  }
}

function outermostTasks(sorted: readonly TraceEvent[]): Task[] {
  const tasks: Task[] = []
  for (const { name, ph, ts, dur, tdur } of sorted) {
    if (ph !== 'X' || !name.endsWith('RunTask') || !dur || tdur === undefined) continue
    if (ts < (tasks.at(-1)?.end ?? 0)) continue
    tasks.push({ start: ts, end: ts + dur, share: Math.min(1, tdur / dur) })
  }
  return tasks
}
