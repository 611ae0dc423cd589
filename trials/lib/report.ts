/** A trial's result: figures for the table, and failures. */
export type Finding = { figures: string; faults: string[] }

export type Trial = { name: string; run(): Promise<Finding | Skipped> }

/** Why a trial cannot run on this machine. */
export type Skipped = { skipped: string }

type Line = { name: string; state: 'ok' | 'FAILED' | 'skipped'; seconds: number; text: string }

/** Runs the trials in order, prints their results and returns whether all passed. */
export async function runTrials(trials: Trial[]): Promise<boolean> {
  const lines: Line[] = []
  for (const { name, run } of trials) {
    console.log(`\n== ${name}`)
    const startedAt = Date.now()
    const line = await run().then(
      (found) => lineOf(name, found),
      (error) => ({ name, state: 'FAILED' as const, text: error?.stack ?? String(error) }),
    )
    const seconds = Math.round((Date.now() - startedAt) / 1000)
    lines.push({ ...line, seconds })
    console.log(`== ${line.state} after ${seconds} s: ${line.text}`)
  }
  console.log('')
  for (const { name, state, seconds, text } of lines) {
    console.log(`${state.padEnd(8)}${name.padEnd(44)}${String(seconds).padStart(4)} s  ${text}`)
  }
  return lines.every(({ state }) => state !== 'FAILED')
}

function lineOf(name: string, found: Finding | Skipped): Omit<Line, 'seconds'> {
  if ('skipped' in found) return { name, state: 'skipped', text: found.skipped }
  const { figures, faults } = found
  if (faults.length === 0) return { name, state: 'ok', text: figures }
  return { name, state: 'FAILED', text: `${faults.join('; ')} (${figures})` }
}

export function percentile(times: readonly number[], percent: number): number {
  const sorted = times.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * percent) / 100))] ?? 0
}

/** "p50 12 ms, p95 80 ms, p99 120 ms" */
export const percentiles = (times: readonly number[]): string =>
  [50, 95, 99].map((percent) => `p${percent} ${Math.round(percentile(times, percent))} ms`).join(', ')

export function expectEqual(faults: string[], what: string, found: number, wanted: number): void {
  if (found !== wanted) faults.push(`${what}: ${found} instead of ${wanted}`)
}
