import { sortedDayNumbers } from '@aftercare/domain/lib/days'

/** A pressed day joins the choice or leaves it. */
export const toggleDay = (days: readonly number[], day: number): number[] =>
  days.includes(day) ? days.filter((n) => n !== day) : sortedDayNumbers([...days, day])
