import { ApiError } from './api-client'
import { type KeyHeader, withIdempotencyKey } from './idempotency-key'

/** A row as its form shows it. */
export type Versioned<Values> = { values: Values; version: number }

/** What was typed over a row, and what was stored in those fields when the person began. */
export type Draft<Values> = { changes: Partial<Values>; base: Partial<Values> }

/** A draft on its way to the server: the version that it starts from, and all values with the changes in them. */
export type Save<Values> = Draft<Values> & Versioned<Values>

export type IsSame = (one: unknown, other: unknown) => boolean

/** Spaces around a text are not stored. */
const trimmed = (value: unknown) =>
  JSON.stringify(value, (_, part) => (typeof part === 'string' ? part.trim() : part))
export const isSameText: IsSame = (one, other) => trimmed(one) === trimmed(other)

const namesOf = <Values extends object>(values: Values) => Object.keys(values) as (keyof Values)[]
const pick = <Values>(values: Values, names: readonly (keyof Values)[]) =>
  Object.fromEntries(names.map((name) => [name, values[name]])) as Partial<Values>
const omit = <Values extends object>(values: Values, names: readonly (keyof Values)[]) =>
  pick(
    values,
    namesOf(values).filter((name) => !names.includes(name)),
  )

export const isEmptyDraft = ({ changes }: Draft<object>) => Object.keys(changes).length === 0

/** The fields that somebody else changed too since, to something else. Changes of other fields go together. */
export function conflictsOf<Values extends object>(
  { changes, base }: Draft<Values>,
  stored: Values,
  isSame = isSameText,
): (keyof Values)[] {
  return namesOf(changes as Values).filter(
    (name) => !isSame(stored[name], base[name]) && !isSame(stored[name], changes[name]),
  )
}

/** While a save is under way, also the value that is stored is a change. */
export function editDraft<Values extends object>(
  { changes, base }: Draft<Values>,
  part: Partial<Values>,
  stored: Values,
  isSaving: boolean,
): Draft<Values> {
  const names = namesOf(part as Values)
  // Exactly as stored: a space that is being typed is not.
  const isBack = (name: keyof Values) =>
    !isSaving && JSON.stringify(part[name]) === JSON.stringify(stored[name])
  const edited = { changes: { ...changes, ...part }, base: { ...pick(stored, names), ...base } }
  return discardFields(edited, names.filter(isBack))
}

/** The fields that are stored exactly as they were typed. */
export const settledFields = <Values extends object>({ changes }: Draft<Values>, stored: Values) =>
  namesOf(changes as Values).filter((name) => JSON.stringify(changes[name]) === JSON.stringify(stored[name]))

/** Gives up what was typed into these fields: they show what is stored. */
export const discardFields = <Values extends object>(
  { changes, base }: Draft<Values>,
  names: readonly (keyof Values)[],
): Draft<Values> => ({ changes: omit(changes as Values, names), base: omit(base as Values, names) })

/** The next save replaces what somebody else saved in these fields. */
export const overwriteFields = <Values extends object>(
  { changes, base }: Draft<Values>,
  names: readonly (keyof Values)[],
  stored: Values,
): Draft<Values> => ({ changes, base: { ...base, ...pick(stored, names) } })

/** What was typed while the save was under way stays, over what it stored. */
export function commitDraft<Values extends object>(
  { changes, base }: Draft<Values>,
  saved: Partial<Values>,
  isSame = isSameText,
): Draft<Values> {
  const left = namesOf(changes as Values).filter(
    (name) => !(name in saved) || !isSame(changes[name], saved[name]),
  )
  return { changes: pick(changes as Values, left), base: pick({ ...base, ...saved } as Values, left) }
}

const MAX_ATTEMPTS = 3

/**
 * Sends what was changed, once. A page that missed the changes of others starts from an old version, which the server
 * refuses with the stored row: where nobody touched the same field, the change goes on top of that.
 */
export async function sendVersioned<Row, Values extends object, Response>(
  name: string,
  save: Save<Values>,
  read: (row: Row) => Versioned<Values>,
  send: (save: Save<Values>, headers: KeyHeader) => Promise<Response>,
): Promise<Response> {
  let current = save
  for (let attempt = 1; ; attempt++) {
    const sent = current
    try {
      return await withIdempotencyKey(name, [sent.changes, sent.version], (headers) => send(sent, headers))
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'stale-version' || !error.stored) throw error
      const stored = read(error.stored as Row)
      if (attempt === MAX_ATTEMPTS || conflictsOf(save, stored.values).length > 0) throw error
      current = { ...save, version: stored.version, values: { ...stored.values, ...save.changes } }
    }
  }
}
