import { ApiError } from './api-client'
import { type KeyHeader, withIdempotencyKey } from './idempotency-key'

/** Whether two values of a field are the same to the server, where they can be typed in more than one way. */
export type IsSame<Values> = (one: unknown, other: unknown, field: keyof Values) => boolean

/** A row as its form shows it. */
export type Versioned<Values> = { values: Values; version: number; isSame?: IsSame<Values> }

/** The edited fields, and their stored values when editing began. */
export type Draft<Values> = { changes: Partial<Values>; base: Partial<Values> }

/** A draft being saved: the version it is based on, and all values with the changes applied. */
export type Save<Values> = Draft<Values> & Versioned<Values>

/** The server trims text. */
const trimmed = (value: unknown) =>
  JSON.stringify(value, (_, part) => (typeof part === 'string' ? part.trim() : part))
export const isSameText = (one: unknown, other: unknown) => trimmed(one) === trimmed(other)

/** The server stores emails in lower case. */
export const isSameAccount = (one: unknown, other: unknown, field: PropertyKey) =>
  field === 'email'
    ? isSameText(String(one).toLowerCase(), String(other).toLowerCase())
    : isSameText(one, other)

const namesOf = <Values extends object>(values: Values) => Object.keys(values) as (keyof Values)[]
const pick = <Values>(values: Values, names: readonly (keyof Values)[]) =>
  Object.fromEntries(names.map((name) => [name, values[name]])) as Partial<Values>
const omit = <Values extends object>(values: Values, names: readonly (keyof Values)[]) =>
  pick(
    values,
    namesOf(values).filter((name) => !names.includes(name)),
  )

/** Whether anything would be lost with the draft: what the server would store as it is stored already would not. */
export const isUnsaved = <Values extends object>(
  { changes }: Draft<Values>,
  { values, isSame = isSameText }: Pick<Versioned<Values>, 'values' | 'isSame'>,
): boolean => namesOf(changes as Values).some((name) => !isSame(changes[name], values[name], name))

export const isEmptyDraft = ({ changes }: Draft<object>) => Object.keys(changes).length === 0

/** The edited fields that somebody else has changed to another value. Changes to other fields merge. */
export function conflictsOf<Values extends object>(
  { changes, base }: Draft<Values>,
  { values, isSame = isSameText }: Pick<Versioned<Values>, 'values' | 'isSame'>,
): (keyof Values)[] {
  return namesOf(changes as Values).filter(
    (name) => !isSame(values[name], base[name], name) && !isSame(values[name], changes[name], name),
  )
}

/** While a save is pending, the stored value counts as a change too. */
export function editDraft<Values extends object>(
  { changes, base }: Draft<Values>,
  part: Partial<Values>,
  stored: Values,
  isSaving: boolean,
): Draft<Values> {
  const names = namesOf(part as Values)
  // Compared exactly: a trailing space is a change while typing.
  const isUnchanged = (name: keyof Values) =>
    !isSaving && JSON.stringify(part[name]) === JSON.stringify(stored[name])
  const edited = { changes: { ...changes, ...part }, base: { ...pick(stored, names), ...base } }
  return discardFields(edited, names.filter(isUnchanged))
}

/** The fields that are stored exactly as they were typed. */
export const settledFields = <Values extends object>({ changes }: Draft<Values>, stored: Values) =>
  namesOf(changes as Values).filter((name) => JSON.stringify(changes[name]) === JSON.stringify(stored[name]))

/** Discards the edits of these fields: they show the stored values. */
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

/** Edits made while the save was pending stay, based on the saved values. */
export function commitDraft<Values extends object>(
  { changes, base }: Draft<Values>,
  saved: Partial<Values>,
  isSame: IsSame<Values> = isSameText,
): Draft<Values> {
  const remaining = namesOf(changes as Values).filter(
    (name) => !(name in saved) || !isSame(changes[name], saved[name], name),
  )
  return {
    changes: pick(changes as Values, remaining),
    base: pick({ ...base, ...saved } as Values, remaining),
  }
}

const MAX_ATTEMPTS = 3

/**
 * Saves the changes, once. For an old version the server responds with the stored row: unless somebody else changed the
 * same field, the changes are rebased on it and sent again.
 */
export async function sendVersioned<Row, Values extends object, Response>(
  name: string,
  save: Save<Values>,
  read: (row: Row) => Versioned<Values>,
  send: (save: Save<Values>, headers: KeyHeader) => Promise<Response>,
): Promise<Response> {
  let current = save
  for (let attempt = 1; ; attempt++) {
    const request = current
    try {
      return await withIdempotencyKey(name, [request.changes, request.version], (headers) =>
        send(request, headers),
      )
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'stale-version' || !error.stored) throw error
      const stored = read(error.stored as Row)
      if (attempt === MAX_ATTEMPTS || conflictsOf(save, stored).length > 0) throw error
      current = { ...save, version: stored.version, values: { ...stored.values, ...save.changes } }
    }
  }
}
