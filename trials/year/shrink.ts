import type { RunResult } from './run'

const REHEARSAL_MS = 15_000
const MONTH_END = /^at the end of \S+ /
/** What things are called in texts. */
const KEYS = /\b[a-z](\d+)[bc]?(?:\.\d+)?\b/g
const EMAILS = /[\w.+]+@[\w.]+\w/g
const MONTHS = /\b20\d\d-\d\d\b/g

export type Shrunk = { path: number[]; result: RunResult }
export type Attempts = {
  /** Does the steps at these positions. */
  run(path: number[]): Promise<RunResult>
  /** What each of them would send, by the model alone, which takes milliseconds. */
  rehearse(path: number[]): Iterable<[number, string]>
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
  const last = all.path.at(-1) ?? 0
  const texts = new Map(attempts.rehearse(all.path))
  const tryPath = async (kept: number[]): Promise<Shrunk | null> => {
    const result = await attempts.run(kept)
    return result.failure && isSameFailure(first, result)
      ? { path: kept.slice(0, result.failure.at + 1), result }
      : null
  }
  const isUnchanged = (kept: number[], steps: Set<number>) => {
    for (const [step, text] of attempts.rehearse(kept))
      if (steps.has(step) && text !== texts.get(step)) return false
    return true
  }

  // Every step happens at its own time without those in which time passes.
  const sent = all.path.filter(
    (step) => step === last || !['', 'time', 'kill'].includes(texts.get(step) ?? ''),
  )
  let best = all
  for (const kinds of [[], [KEYS], [KEYS, EMAILS], [KEYS, EMAILS, MONTHS]]) {
    if (best !== all || Date.now() >= attempts.until) break
    const needed = relatedSteps(texts, { ...all, path: sent }, kinds)
    const { path: kept } = await leaveOut(
      { ...all, path: sent },
      needed,
      (smaller) => isUnchanged(smaller, needed),
      async (smaller) => ({ ...all, path: smaller }),
      { lanes: 1, until: Math.min(attempts.until, Date.now() + REHEARSAL_MS) },
    )
    best = (await tryPath(kept)) ?? all
  }
  if (best === all && Date.now() < attempts.until) best = (await tryPath(sent)) ?? all
  const failing = new Set([last])
  best = await leaveOut(best, failing, (smaller) => isUnchanged(smaller, failing), tryPath, attempts)
  // Of simultaneous requests perhaps only one fails.
  return leaveOut(best, failing, () => true, tryPath, attempts)
}

/** The failing step, and the history of what the failure names. */
function relatedSteps(texts: Map<number, string>, { path, result }: Shrunk, kinds: RegExp[]): Set<number> {
  const last = path.at(-1) ?? 0
  const reason = result.failure?.reason.replace(MONTH_END, '')
  const names = namesIn(`${texts.get(last)} ${reason}`, kinds)
  const isRelated = (step: number) =>
    names.has(`#${step}`) || [...namesIn(texts.get(step) ?? '', kinds)].some((name) => names.has(name))
  return new Set([...path.filter(isRelated), last])
}

/** With the step that made a key: #812 for s812b. */
function namesIn(text: string, kinds: RegExp[]): Set<string> {
  const found = kinds.flatMap((kind) => [...text.matchAll(kind)])
  return new Set(found.flatMap(([name, step]) => (step ? [name, `#${step}`] : [name])))
}

/** Ever smaller parts, from the end, while the rest still fails (delta debugging). */
async function leaveOut(
  all: Shrunk,
  needed: Set<number>,
  mayFail: (path: number[]) => boolean,
  tryPath: (path: number[]) => Promise<Shrunk | null>,
  { lanes, until }: { lanes: number; until: number },
): Promise<Shrunk> {
  let best = all
  const others = () => best.path.filter((step) => !needed.has(step))
  let size = Math.ceil(others().length / 2)
  while (size >= 1) {
    const before = best
    let end = others().length
    while (end > 0 && Date.now() < until) {
      const smaller: { start: number; path: number[] }[] = []
      for (let start = end; start > 0 && smaller.length < lanes; end = start) {
        const stop = start
        start = Math.max(0, start - size)
        const part = new Set(others().slice(start, stop))
        const path = best.path.filter((step) => !part.has(step))
        if (mayFail(path)) smaller.push({ start, path })
      }
      const found = await Promise.all(smaller.map(({ path }) => tryPath(path)))
      const index = found.findIndex((each) => each !== null)
      if (index >= 0) {
        best = found[index] as Shrunk
        end = Math.min(smaller[index]?.start ?? 0, others().length)
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
    .replace(MONTH_END, '')
    .split(/\n|; /)
    .map((line) => line.trim().replace(/\S*[\d@]\S*/g, '#'))
