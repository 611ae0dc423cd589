import { useState } from 'react'
import { toast } from '../../ui/toast'
import { ApiError } from '../api-client'
import { useToday } from '../program/program'
import { useRequestKey } from './request-key'
import { calendarOf } from './submission-facts'
import { type Submission, useEditSubmission } from './submissions.api'
import { useLostDays } from './use-lost-days'
import { useOneToast } from './use-one-toast'

export type EditState = {
  days: readonly number[]
  agreed: boolean
  /** The days and the version that this edit began with. */
  original: readonly number[]
  version: number
}

const FAILED = 'Failed to update submission. Please try again.'

/** An edit from its start to its save; without one `state` is null. */
export function useSubmissionEdit(submission: Submission) {
  const [state, setState] = useState<EditState | null>(null)
  const update = useEditSubmission(submission.id)
  const keyFor = useRequestKey()
  const say = useOneToast()
  const change = (part: Partial<Pick<EditState, 'days' | 'agreed'>>) =>
    setState((now) => now && { ...now, ...part })

  useLostDays({
    calendar: state ? (calendarOf(submission)?.calendar ?? null) : null,
    today: useToday(),
    days: state?.days ?? [],
    original: state?.original,
    onLost: (days, message) => {
      change({ days })
      say.error('Day Not Available', message)
    },
  })

  async function save() {
    if (!state || update.isPending) return
    const contents = { selected_days: [...state.days], agreed: true as const, version: state.version }
    try {
      await update.mutateAsync({ ...contents, key: keyFor(contents) })
      say.clear()
      setState(null)
      toast.success('Submission Updated', 'Your registration has been successfully updated.')
    } catch (error) {
      const refusal = error instanceof ApiError ? error : null
      if (refusal?.code === 'day-unavailable') return say.error('Day Not Available', refusal.message)
      // What was edited is no longer what is stored: show that, and let the parent begin again from there.
      if (refusal?.code === 'stale-version' || refusal?.code === 'not-editable') setState(null)
      const isRefused = refusal !== null && refusal.status >= 400 && refusal.status < 500
      say.error('Error', isRefused ? refusal.message : FAILED)
    }
  }

  return {
    state,
    change,
    save,
    isSaving: update.isPending,
    maySave: Boolean(state?.agreed && state.days.length > 0),
    start: () =>
      setState({
        days: submission.selected_days,
        original: submission.selected_days,
        agreed: false,
        version: submission.version,
      }),
    cancel: () => {
      say.clear()
      setState(null)
    },
  }
}
