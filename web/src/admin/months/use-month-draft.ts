import {
  retypeDay,
  sameMonthDays,
  setDaySeats,
  setSeats,
  toggleClosedDay,
} from '@aftercare/domain/months/month-editing'
import type { DayType } from '@aftercare/domain/months/months'
import { type MonthCalendar, toMonthCalendar } from '@aftercare/domain/months/months'
import { useCallback, useEffect, useMemo } from 'react'
import { useSessionDraft } from '../../auth/use-session-draft'
import {
  applyEdits,
  areAmong,
  describeEdits,
  diffMonth,
  type MonthEdits,
  sharedDays,
  withoutTypeOf,
} from './month-edits'
import type { AdminMonth } from './months.admin.api'

/** What another admin saved while there are changes here that are not saved. */
export type MonthConflict = { theirs: string[]; mine: string[]; shared: number[] }

type Draft = { base: AdminMonth; calendar: MonthCalendar }

const fresh = (row: AdminMonth): Draft => ({ base: row, calendar: toMonthCalendar(row) })

/** The unsaved edits, done again on a newer state of the month. */
function rebase(row: AdminMonth, edits: MonthEdits): Draft {
  return { base: row, calendar: applyEdits(toMonthCalendar(row), edits) }
}

const isUnsaved = ({ base, calendar }: Draft) => !sameMonthDays(calendar, toMonthCalendar(base))

function stateChange(base: AdminMonth, row: AdminMonth): string[] {
  if (base.is_active === row.is_active) return []
  return [row.is_active ? 'The month was published' : 'The month was moved to draft']
}

/** What is shown: the stored month, or the unsaved one, and what stands between both. */
function resolve(kept: Partial<Draft>, row: AdminMonth): { draft: Draft; conflict: MonthConflict | null } {
  const { base, calendar } = kept
  if (!base || !calendar) return { draft: fresh(row), conflict: null }
  const draft = { base, calendar }
  if (row.version <= base.version) return { draft, conflict: null }
  const stored = toMonthCalendar(base)
  const mine = diffMonth(stored, calendar)
  const theirs = diffMonth(stored, toMonthCalendar(row))
  const rebased = rebase(row, mine)
  const words = [...stateChange(base, row), ...(areAmong(theirs, mine) ? [] : describeEdits(stored, theirs))]
  // What is stored as it stands here was a save whose answer was lost, or somebody who meant the same.
  if (words.length === 0 || !isUnsaved(rebased)) return { draft: rebased, conflict: null }
  return {
    draft,
    conflict: { theirs: words, mine: describeEdits(stored, mine), shared: sharedDays(theirs, mine) },
  }
}

/**
 * The month as it is being edited. A newer state on the server replaces an untouched one by itself; over unsaved
 * changes it becomes a conflict, which only the person resolves. A session that is lost does not take them along.
 */
export function useMonthDraft(row: AdminMonth) {
  const [kept, setKept] = useSessionDraft<Draft>(`month ${row.id}`)
  const { draft, conflict } = useMemo(() => resolve(kept, row), [kept, row])
  const store = (next: Draft) => setKept(isUnsaved(next) ? next : {})
  // What was taken over from the server is no longer measured by the state before it.
  useEffect(() => {
    setKept((now) => {
      if (!now.base) return now
      const { draft: next } = resolve(now, row)
      if (next.base === now.base) return now
      return isUnsaved(next) ? next : {}
    })
  }, [row, setKept])
  // From the newest state, not from the one on the screen: drawing over days paints two of them in one event.
  const edit = useCallback(
    (change: (calendar: MonthCalendar) => MonthCalendar) =>
      setKept((now) => {
        const current = resolve(now, row).draft
        const next = { ...current, calendar: change(current.calendar) }
        return isUnsaved(next) ? next : {}
      }),
    [row, setKept],
  )
  const toggleLock = useCallback((day: number) => edit((now) => toggleClosedDay(now, day)), [edit])
  const setAllSeats = useCallback((seats: number | null) => edit((now) => setSeats(now, seats)), [edit])

  return {
    row,
    base: draft.base,
    calendar: draft.calendar,
    isDirty: useMemo(() => isUnsaved(draft), [draft]),
    conflict,
    paint: (day: number, type: DayType) => edit((calendar) => retypeDay(calendar, day, type)),
    /** The same function from one stroke to the next: every day has it. */
    toggleLock,
    setSeats: setAllSeats,
    setDaySeats: (day: number, seats: number | null) => edit((calendar) => setDaySeats(calendar, day, seats)),
    undoAll: () => setKept({}),
    /** Own changes on top of what the other admin saved. */
    applyMine: () => store(rebase(row, diffMonth(toMonthCalendar(draft.base), draft.calendar))),
    dropMine: () => setKept({}),
    /** What was painted while the save was under way stays. */
    markSaved: (saved: AdminMonth, sent: MonthCalendar) =>
      setKept((now) => {
        const next = rebase(saved, diffMonth(sent, now.calendar ?? sent))
        return isUnsaved(next) ? next : {}
      }),
    /**
     * A day was cancelled from here, which stored the month: what is unsaved goes on top, without what was painted on
     * that day before. Where another admin saved too, the person is asked as ever.
     */
    markCancelled: (saved: AdminMonth, day: number) =>
      setKept((now) => {
        const { base, calendar } = now
        if (!base || !calendar || saved.version > base.version + 1) return now
        const next = rebase(saved, withoutTypeOf(diffMonth(toMonthCalendar(base), calendar), day))
        return isUnsaved(next) ? next : {}
      }),
  }
}

export type MonthDraft = ReturnType<typeof useMonthDraft>
