/** Reads JSON that was stored earlier, perhaps by an older program or by hand: what does not fit is left out. */

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const isString = (value: unknown): value is string => typeof value === 'string'

export const isArrayOf = <T>(value: unknown, isItem: (item: unknown) => item is T): value is T[] =>
  Array.isArray(value) && value.every(isItem)

export const isDayNumber = (value: unknown): value is number => Number.isInteger(value)

/** True when every named value of the record is a text. */
export const hasStrings = <Key extends string>(
  value: unknown,
  keys: readonly Key[],
): value is Record<Key, string> => isRecord(value) && keys.every((key) => isString(value[key]))
