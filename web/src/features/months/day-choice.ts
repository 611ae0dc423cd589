import { sortedDayNumbers } from '@aftercare/domain/lib/days'

/** Adds or removes a day. */
export const toggleDay = (days: readonly number[], day: number): number[] =>
  days.includes(day) ? days.filter((n) => n !== day) : sortedDayNumbers([...days, day])
