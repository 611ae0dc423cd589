import type { RunResult } from './run'

const REHEARSAL_MS = 15_000

export type Shrunk = { path: number[]; result: RunResult }
export type Attempts = {
  /** Does the steps at these positions. */
  run(path: number[]): Promise<RunResult>
  /** What each of them would send, by the model alone, which takes milliseconds. */
  rehearse(path: number[]): Map<number, string>
  /** So many runs at a time. */
  lanes: number
  /** Starts no run after this time. */
  until: number
}

/**
 * Leaves out steps of a failing sequence while it still fails; `path` has the positions of those that are left. A run
 * costs a new database and a server, so the model alone first says what cannot be left out because the failing step
 * would not be the same any more.
 */
export async function shrink(path: number[], first: RunResult, attempts: Attempts): Promise<Shrunk> {
  if (!first.failure) return { path, result: first }
  const all: Shrunk = { path: path.slice(0, first.failure.at + 1), result: first }
  const texts = attempts.rehearse(all.path)
  const tryPath = async (kept: number[]): Promise<Shrunk | null> => {
    const result = await attempts.run(kept)
    return result.failure && isSameFailure(first, result)
      ? { path: kept.slice(0, result.failure.at + 1), result }
      : null
  }
  const isUnchanged = (kept: number[], steps: readonly number[]) => {
    const rehearsed = attempts.rehearse(kept)
    return steps.every((step) => rehearsed.get(step) === texts.get(step))
  }

  let best = all
  for (let rounds = 0; rounds < 3 && best === all && Date.now() < attempts.until; rounds += 1) {
    const needed = relatedSteps(texts, all, rounds)
    const rehearsals = { lanes: 1, until: Math.min(attempts.until, Date.now() + REHEARSAL_MS) }
    const { path: kept } = await leaveOut(
      all,
      (smaller) => isUnchanged(smaller, needed),
      async (smaller) => ({ ...all, path: smaller }),
      rehearsals,
    )
    best = (await tryPath(kept)) ?? all
  }
  const last = all.path.slice(-1)
  return leaveOut(best, (smaller) => isUnchanged(smaller, last), tryPath, attempts)
}

/** The failing step, and the history of what it names: in further rounds also of what that names. */
function relatedSteps(texts: Map<number, string>, { path, result }: Shrunk, rounds: number): number[] {
  const last = path.at(-1) ?? 0
  const names = namesIn(`${texts.get(last)} ${result.failure?.reason}`)
  let related = [last]
  for (let round = 0; round < rounds; round += 1) {
    related = path.filter((step) => {
      const own = namesIn(texts.get(step) ?? '')
      return step === last || names.has(`#${step}`) || [...own].some((name) => names.has(name))
    })
    for (const step of related) for (const name of namesIn(texts.get(step) ?? '')) names.add(name)
  }
  return related
}

/** Emails, keys, and the steps that made these: #812 for s812b. */
function namesIn(text: string): Set<string> {
  const emails = text.match(/[\w.+]+@[\w.]+\w/g) ?? []
  const keys = [...text.matchAll(/\b[a-z](\d+)[bc]?(?:\.\d+)?\b/g)]
  return new Set([...emails, ...keys.flatMap(([key, step]) => [key, `#${step}`])])
}

/** Ever smaller parts, from the end, while the rest still fails (delta debugging). The last step stays. */
async function leaveOut(
  all: Shrunk,
  mayFail: (path: number[]) => boolean,
  tryPath: (path: number[]) => Promise<Shrunk | null>,
  { lanes, until }: { lanes: number; until: number },
): Promise<Shrunk> {
  let best = all
  let size = Math.ceil(best.path.length / 2)
  while (size >= 1) {
    const before = best
    let end = best.path.length - 1
    while (end > 0 && Date.now() < until) {
      const smaller: { start: number; path: number[] }[] = []
      for (let start = end; start > 0 && smaller.length < lanes; end = start) {
        const stop = start
        start = Math.max(0, start - size)
        const path = best.path.filter((_, index) => index < start || index >= stop)
        if (mayFail(path)) smaller.push({ start, path })
      }
      const found = await Promise.all(smaller.map(({ path }) => tryPath(path)))
      const index = found.findIndex((each) => each !== null)
      if (index >= 0) {
        best = found[index] as Shrunk
        end = Math.min(smaller[index]?.start ?? 0, best.path.length - 1)
      }
    }
    // Once more, if without one step another can be left out.
    size = size > 1 ? Math.ceil(size / 2) : best === before || Date.now() >= until ? 0 : 1
  }
  return best
}

/** At the same kind of step, with the first difference. */
export function isSameFailure({ failure: first }: RunResult, { failure }: RunResult): boolean {
  if (!first || !failure || failure.step.data.name !== first.step.data.name) return false
  return differencesIn(failure.reason).includes(differencesIn(first.reason)[0] ?? '')
}

/** Without what depends on the other steps: numbers, keys and emails. */
const differencesIn = (reason: string): string[] =>
  reason
    .replace(/^at the end of \S+ /, '')
    .split(/\n|; /)
    .map((line) => line.trim().replace(/\S*[\d@]\S*/g, '#'))
