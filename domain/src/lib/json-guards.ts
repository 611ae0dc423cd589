/** Type guards for stored JSON, which an older version or a person may have written: what does not fit is dropped. */

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const isString = (value: unknown): value is string => typeof value === 'string'

export const isArrayOf = <T>(value: unknown, isItem: (item: unknown) => item is T): value is T[] =>
  Array.isArray(value) && value.every(isItem)

export const isDayNumber = (value: unknown): value is number => Number.isInteger(value)

/** Whether all of the keys have strings. */
export const hasStrings = <Key extends string>(
  value: unknown,
  keys: readonly Key[],
): value is Record<Key, string> => isRecord(value) && keys.every((key) => isString(value[key]))
