import { retypeDay, sameMonthDays, toggleClosedDay } from '@aftercare/domain/month-editing'
import type { DayType } from '@aftercare/domain/months'
import { type MonthCalendar, toMonthCalendar } from '@aftercare/domain/months'
import { useState } from 'react'
import {
  applyEdits,
  describeEdits,
  diffMonth,
  type MonthEdits,
  sharedDays,
} from '../../features/months/month-edits'
import type { AdminMonth } from '../../features/months/months.admin.api'

/** What another admin saved while there are changes here that are not saved. */
export type MonthConflict = { theirs: string[]; mine: string[]; shared: number[] }

type Draft = { base: AdminMonth; calendar: MonthCalendar }

const fresh = (row: AdminMonth): Draft => ({ base: row, calendar: toMonthCalendar(row) })

/** The unsaved edits, done again on a newer state of the month. */
function rebase(row: AdminMonth, edits: MonthEdits): Draft {
  return { base: row, calendar: applyEdits(toMonthCalendar(row), edits) }
}

function stateChange(base: AdminMonth, row: AdminMonth): string[] {
  if (base.is_active === row.is_active) return []
  return [row.is_active ? 'The month was published' : 'The month was moved to draft']
}

/**
 * The month as it is being edited. A newer state on the server replaces an untouched one by itself; over unsaved
 * changes it becomes a conflict, which only the person resolves.
 */
export function useMonthDraft(row: AdminMonth) {
  const [draft, setDraft] = useState(() => fresh(row))
  const stored = toMonthCalendar(draft.base)
  const mine = diffMonth(stored, draft.calendar)
  let conflict: MonthConflict | null = null

  if (row.version > draft.base.version) {
    const theirs = diffMonth(stored, toMonthCalendar(row))
    const words = [...stateChange(draft.base, row), ...describeEdits(stored, theirs)]
    if (mine.size === 0 || words.length === 0) setDraft(rebase(row, mine))
    else conflict = { theirs: words, mine: describeEdits(stored, mine), shared: sharedDays(theirs, mine) }
  }

  const edit = (change: (calendar: MonthCalendar) => MonthCalendar) =>
    setDraft((now) => ({ ...now, calendar: change(now.calendar) }))

  return {
    base: draft.base,
    calendar: draft.calendar,
    isDirty: !sameMonthDays(draft.calendar, stored),
    conflict,
    paint: (day: number, type: DayType) => edit((calendar) => retypeDay(calendar, day, type)),
    toggleLock: (day: number) => edit((calendar) => toggleClosedDay(calendar, day)),
    undoAll: () => setDraft(fresh(draft.base)),
    /** Own changes on top of what the other admin saved. */
    applyMine: () => setDraft(rebase(row, mine)),
    dropMine: () => setDraft(fresh(row)),
    /** What was painted while the save was under way stays. */
    markSaved: (saved: AdminMonth, sent: MonthCalendar) =>
      setDraft((now) => rebase(saved, diffMonth(sent, now.calendar))),
  }
}

export type MonthDraft = ReturnType<typeof useMonthDraft>
