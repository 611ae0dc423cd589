import { useKeptEdits } from '../auth/use-kept-edits'
import { ApiError } from './api-client'

/** A row as its form shows it. */
export type Stored<Values> = { values: Values; version: number }

/** What was changed, what stood there when the person began to type, and the version that the page knows. */
export type Change<Values> = { changes: Partial<Values>; from: Partial<Values>; version: number }

/** Spaces around a text are not stored. */
const textOf = (value: unknown) => (typeof value === 'string' ? value.trim() : JSON.stringify(value))
const isSame = (one: unknown, other: unknown) => textOf(one) === textOf(other)

const namesOf = <Values extends object>(values: Values) => Object.keys(values) as (keyof Values)[]
const pick = <Values>(values: Values, names: readonly (keyof Values)[]) =>
  Object.fromEntries(names.map((name) => [name, values[name]])) as Partial<Values>
const omit = <Values extends object>(values: Values, names: readonly (keyof Values)[]) =>
  pick(
    values,
    namesOf(values).filter((name) => !names.includes(name)),
  )

/** The fields that somebody else changed too since, to something else. Changes of other fields go together. */
export function conflictsOf<Values extends object>(
  { changes, from }: Pick<Change<Values>, 'changes' | 'from'>,
  stored: Values,
): (keyof Values)[] {
  return namesOf(changes as Values).filter(
    (name) => !isSame(stored[name], from[name]) && !isSame(stored[name], changes[name]),
  )
}

const MAX_ATTEMPTS = 3

/**
 * Sends what was changed. A page that missed the changes of others starts from an old version, which the server
 * refuses with what it holds: where nobody touched the same field, the change goes on top of that.
 */
export async function sendChange<Row, Values extends object, Response>(
  change: Change<Values>,
  read: (row: Row) => Stored<Values>,
  send: (json: Partial<Values> & { version: number }) => Promise<Response>,
): Promise<Response> {
  let { version } = change
  for (let attempt = 1; ; attempt++) {
    try {
      return await send({ ...change.changes, version })
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'stale-version' || !error.stored) throw error
      const stored = read(error.stored as Row)
      if (attempt === MAX_ATTEMPTS || conflictsOf(change, stored.values).length > 0) throw error
      version = stored.version
    }
  }
}

type Draft<Values> = Pick<Change<Values>, 'changes' | 'from'>

const without = <Values extends object>(
  { changes, from }: Draft<Values>,
  names: readonly (keyof Values)[],
): Draft<Values> => ({ changes: omit(changes as Values, names), from: omit(from as Values, names) })

/**
 * What was typed over a stored row. Fields left alone follow what is stored; where somebody else saved over one that
 * was typed into, the person decides.
 */
export function useVersionedDraft<Values extends object>(form: string, stored: Stored<Values>) {
  const [kept, setKept] = useKeptEdits<Draft<Values>>(form)
  const draftOf = ({ changes = {}, from = {} }: Partial<Draft<Values>>): Draft<Values> => ({ changes, from })
  const draft = draftOf(kept)
  const update = (next: (now: Draft<Values>) => Draft<Values>): Draft<Values> => {
    let updated = draft
    setKept((now) => {
      updated = next(draftOf(now))
      return Object.keys(updated.changes).length > 0 ? updated : {}
    })
    return updated
  }
  const conflicts = conflictsOf(draft, stored.values)
  return {
    values: { ...stored.values, ...draft.changes },
    change: { ...draft, version: stored.version },
    conflicts,
    isDirty: Object.keys(draft.changes).length > 0,
    /** Returns all that is changed with it. While a save is under way also the value that is stored is a change. */
    edit: (part: Partial<Values>, { isSaving = false } = {}): Change<Values> => {
      const names = namesOf(part as Values)
      // Exactly as stored: a space that is being typed is not.
      const isBack = (name: keyof Values) =>
        !isSaving && JSON.stringify(part[name]) === JSON.stringify(stored.values[name])
      const edited = update(({ changes, from }) =>
        without(
          { changes: { ...changes, ...part }, from: { ...pick(stored.values, names), ...from } },
          names.filter(isBack),
        ),
      )
      return { ...edited, version: stored.version }
    },
    /** The next save replaces what somebody else saved. */
    overwrite: () =>
      update(({ changes, from }) => ({ changes, from: { ...from, ...pick(stored.values, conflicts) } })),
    /** What somebody else saved stands; what was typed into other fields stays. */
    yieldConflicts: () => update((now) => without(now, conflicts)),
    discard: () => setKept({}),
    /** What was typed while the save was under way stays, over what it stored. */
    commit: (sent: Change<Values>) =>
      update(({ changes, from }) => {
        const stays = namesOf(changes as Values).filter(
          (name) => !(name in sent.changes) || !isSame(changes[name], sent.changes[name]),
        )
        const base = { ...from, ...sent.changes } as Values
        return { changes: pick(changes as Values, stays), from: pick(base, stays) }
      }),
  }
}
