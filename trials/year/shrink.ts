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
  /** How many runs at a time. */
  concurrency: number
  /** Starts no run after this time. */
  until: number
}

/**
 * Leaves out steps of a failing sequence while it still fails; `path` has the positions of those that are left. A run
 * costs a new database and a server. So the failure is first sought in the history of what it names, with no other steps
 * than those without which the model alone would do something else there.
 */
export async function shrink(path: number[], first: RunResult, attempts: Attempts): Promise<Shrunk> {
  if (!first.failure) return { path, result: first }
  const all: Shrunk = { path: path.slice(0, first.failure.at + 1), result: first }
  const last = all.path.at(-1) ?? 0
  const texts = new Map(attempts.rehearse(all.path))
  const tryPath = async (kept: number[]): Promise<Shrunk | null> => {
    const result = await attempts.run(kept)
    const isSame = result.failure?.at === kept.length - 1 && isSameFailure(first, result)
    return isSame ? { path: kept, result } : null
  }
  const isUnchanged = (kept: number[], steps: readonly number[]) => {
    const wanted = new Set([...steps, last])
    for (const [step, text] of attempts.rehearse(kept))
      if (wanted.has(step) && text !== texts.get(step)) return false
    return true
  }
  /** These steps, and of the others those that they need to be the same. */
  const withNeeded = async (from: number[], steps: readonly number[]): Promise<number[]> => {
    const others = from.filter((step) => step !== last && !steps.includes(step))
    const needed = await leaveOut(all, others, async (fewer) => ({ ...all, path: fewer }), {
      mayFail: (fewer) => isUnchanged(inOrder([...steps, ...fewer, last]), steps),
      concurrency: 1,
      until: Math.min(attempts.until, Date.now() + REHEARSAL_MS),
    })
    return inOrder([...steps, ...(needed === all ? others : needed.path), last])
  }

  // Every step happens at its own time without those in which time passes.
  const sent = all.path.filter(
    (step) => step === last || !['', 'time', 'kill'].includes(texts.get(step) ?? ''),
  )
  let best = all
  for (const kinds of [[], [KEYS], [KEYS, EMAILS], [KEYS, EMAILS, MONTHS]]) {
    if (best !== all || Date.now() >= attempts.until) break
    const related = relatedSteps(texts, { ...all, path: sent }, kinds)
    const found = await tryPath(await withNeeded(sent, related))
    if (!found) continue
    const tryRelated = async (fewer: number[]) => tryPath(await withNeeded(found.path, fewer))
    best = await leaveOut(found, related, tryRelated, attempts)
  }
  if (best === all && Date.now() < attempts.until) best = (await tryPath(sent)) ?? all
  const tryOthers = (fewer: number[]) => tryPath([...fewer, last])
  const mayFail = (fewer: number[]) => isUnchanged([...fewer, last], [])
  best = await leaveOut(best, best.path.slice(0, -1), tryOthers, { ...attempts, mayFail })
  // Of simultaneous requests perhaps only one fails.
  return leaveOut(best, best.path.slice(0, -1), tryOthers, attempts)
}

const inOrder = (path: number[]): number[] => [...new Set(path)].sort((a, b) => a - b)

/** The history of what the failure names. */
function relatedSteps(texts: Map<number, string>, { path, result }: Shrunk, kinds: RegExp[]): number[] {
  const last = path.at(-1) ?? 0
  const reason = result.failure?.reason.replace(MONTH_END, '')
  const names = namesIn(`${texts.get(last)} ${reason}`, kinds)
  const isRelated = (step: number) =>
    names.has(`#${step}`) || [...namesIn(texts.get(step) ?? '', kinds)].some((name) => names.has(name))
  return path.filter((step) => step !== last && isRelated(step))
}

/** With the step that made a key: #812 for s812b. */
function namesIn(text: string, kinds: RegExp[]): Set<string> {
  const found = kinds.flatMap((kind) => [...text.matchAll(kind)])
  return new Set(found.flatMap(([name, step]) => (step ? [name, `#${step}`] : [name])))
}

type Limits = { mayFail?(fewer: number[]): boolean; concurrency: number; until: number }

/** Ever smaller parts of `steps`, from the end, while the rest still fails (delta debugging). */
async function leaveOut(
  start: Shrunk,
  steps: readonly number[],
  tryFewer: (fewer: number[]) => Promise<Shrunk | null>,
  { mayFail = () => true, concurrency, until }: Limits,
): Promise<Shrunk> {
  let best = start
  let left = steps
  let size = Math.ceil(left.length / 2)
  while (size >= 1) {
    const before = left
    let end = left.length
    while (end > 0 && Date.now() < until) {
      const candidates: { from: number; fewer: number[] }[] = []
      while (end > 0 && candidates.length < concurrency) {
        const from = Math.max(0, end - size)
        const fewer = [...left.slice(0, from), ...left.slice(end)]
        if (mayFail(fewer)) candidates.push({ from, fewer })
        end = from
      }
      const found = await Promise.all(candidates.map(({ fewer }) => tryFewer(fewer)))
      const index = found.findIndex((each) => each !== null)
      const candidate = candidates[index]
      if (!candidate) continue
      best = found[index] as Shrunk
      left = candidate.fewer
      end = candidate.from
    }
    // Once more, if without one step another can be left out.
    size = size > 1 ? Math.ceil(size / 2) : left === before || Date.now() >= until ? 0 : 1
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
