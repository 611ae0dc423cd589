import { buildEditEntry } from '@aftercare/domain/submissions/submissions'
import { useEffect, useEffectEvent, useState } from 'react'
import { useSessionDraft } from '../../auth/use-session-draft'
import { useToday } from '../../features/program/program'
import { type Submission, useEditSubmission } from '../../features/submissions/submissions.api'
import { ApiError, isRefusal } from '../../lib/api-client'
import { refusalWords } from '../../lib/error-message'
import { useMessages } from '../../lib/scoped-toast'
import { calendarOf } from './submission-summary'
import { useLostDays } from './use-lost-days'

export type SubmissionEdit = ReturnType<typeof useSubmissionEdit>

type EditState = {
  days: readonly number[]
  agreed: boolean
  /** The days, the fee and the version that this edit began with. */
  original: readonly number[]
  originalFee: number
  version: number
}

const SAVED = ['Submission Updated', 'Your registration has been successfully updated.'] as const
const NOTHING_CHANGED = ['Nothing Changed', 'The selected days are the same as before.'] as const
const FAILED = 'Failed to update submission. Please try again.'

const begin = (submission: Submission): EditState => ({
  days: submission.selected_days,
  original: submission.selected_days,
  originalFee: submission.total_fee,
  agreed: false,
  version: submission.version,
})

const isBegun = (edit: Partial<EditState>): edit is EditState => edit.days !== undefined

function isSameDays(one: readonly number[], other: readonly number[]): boolean {
  const { days_added, days_removed } = buildEditEntry(one, other, '')
  return days_added.length + days_removed.length === 0
}

/** An edit from its start to its save; without one `state` is null. */
export function useSubmissionEdit(submission: Submission) {
  // Outlives a lost session: after signing in again the dialog is open at this address, with the days that were chosen.
  const [kept, keep] = useSessionDraft<EditState>(`submission ${submission.id}`)
  const stored = isBegun(kept) ? kept : null
  const setState = (next: EditState | null) => keep(next ?? {})
  const say = useMessages(`submission ${submission.id}`)
  const update = useEditSubmission(submission.id, {
    onSuccess: () => {
      setState(null)
      say.success(...SAVED)
    },
    onError: (error) => {
      const code = error instanceof ApiError ? error.code : ''
      if (code === 'not-editable') setState(null)
      const isDay = code === 'day-unavailable' || code === 'day-held'
      say.error(isDay ? 'Day Not Available' : 'Error', refusalWords(error) ?? FAILED)
    },
  })
  // Staff may have billed it meanwhile: as long as the days are the same, the edit goes on from there.
  const state =
    stored && isSameDays(stored.original, submission.selected_days)
      ? { ...stored, version: submission.version }
      : stored
  const isOutdated = state !== null && state.version !== submission.version && !update.isPending
  const isDirty = state !== null && !isSameDays(state.original, state.days)
  const isStored = isOutdated && isSameDays(state.days, submission.selected_days)
  // It may be stored, and hold the very seats that are gone now.
  const unanswered = update.isError && !isRefusal(update.error) ? update.sent : undefined
  const isUnanswered =
    state !== null && unanswered !== undefined && isSameDays(unanswered.selected_days, state.days)
  const finish = useEffectEvent(() => {
    setState(null)
    say.success(...SAVED)
  })
  // A save whose answer was lost shows itself when the stored days are the chosen ones.
  useEffect(() => {
    if (isStored) finish()
  }, [isStored])

  /** How often Save was pressed: what stands in its way comes into view. */
  const [attempts, setAttempts] = useState(0)
  const change = (part: Partial<EditState>) => keep((now) => (isBegun(now) ? { ...now, ...part } : now))

  const readRecentLoss = useLostDays({
    calendar: state ? (calendarOf(submission)?.calendar ?? null) : null,
    today: useToday(),
    days: state?.days ?? [],
    original: state?.original,
    isPaused: update.isPending,
    mayBeStored: isUnanswered,
    onLost: (days, message) => {
      change({ days })
      say.error('Day Not Available', message)
    },
  })

  return {
    state,
    /** Whoever goes on has read what was said, and the message would only cover the button. */
    change: (part: Partial<EditState>) => {
      say.clear()
      setAttempts(0)
      change(part)
    },
    isDirty,
    isOutdated: isOutdated && !isStored,
    isSaving: update.isPending,
    attempts,
    maySave: Boolean(state?.agreed && state.days.length > 0),
    start: () => {
      setAttempts(0)
      setState(begin(submission))
    },
    cancel: () => {
      say.clear()
      setState(null)
    },
    /** The dialog is gone: the next one starts anew. What was said about a save stays said. */
    drop: () => setState(null),
    save: () => {
      if (!state) return
      setAttempts((count) => count + 1)
      if (isOutdated) return
      // The press was meant for a choice with that day in it.
      const lost = readRecentLoss()
      if (lost) return say.error('Day Not Available', lost)
      say.clear()
      // Other days that were sent on this version may be stored: then these are a change.
      if (!isDirty && unanswered?.version !== state.version) {
        setState(null)
        return say.success(...NOTHING_CHANGED)
      }
      update.send({ selected_days: [...state.days], agreed: true, version: state.version })
    },
    /** The days stored meanwhile are what this edit changes from now on; the chosen ones stay chosen. */
    keepMine: () => {
      say.clear()
      setAttempts(0)
      const { days: _, agreed: __, ...base } = begin(submission)
      change(base)
    },
    takeTheirs: () => {
      say.clear()
      setAttempts(0)
      setState(begin(submission))
    },
  }
}
