import type { RunResult } from './run'

/** Whether another run failed in the same way: at the same kind of step, with the same words before any number. */
const wordsOf = ({ failure }: RunResult): string =>
  failure ? `${failure.step.name}: ${failure.reason.split(/[0-9]/, 1)[0]}` : ''

export type Shrunk = { path: number[]; result: RunResult }

/**
 * Leaves out ever smaller parts of a failing sequence while it still fails (delta debugging). `path` has the positions of
 * the steps that are left. Each attempt costs a new database and a server, so it ends when the time is up.
 */
export async function shrink(
  path: number[],
  result: RunResult,
  runPath: (path: number[]) => Promise<RunResult>,
  until: number,
): Promise<Shrunk> {
  let best: Shrunk = { path: path.slice(0, (result.failure?.at ?? 0) + 1), result }
  for (let size = Math.ceil(best.path.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    // From the end: what came last matters least to the steps before.
    for (let from = best.path.length - 1 - size; from > -size && Date.now() < until; from -= size) {
      const kept = best.path.filter((_, index) => index < from || index >= from + size)
      const attempt = await runPath(kept)
      if (wordsOf(attempt) !== wordsOf(result)) continue
      best = { path: kept.slice(0, (attempt.failure?.at ?? 0) + 1), result: attempt }
      from = Math.min(from, best.path.length - 1)
    }
  }
  return best
}
