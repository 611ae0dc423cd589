import type { BilledStatus } from '@aftercare/domain/lib/enums'
import { useKeptEdits } from '../../auth/use-kept-edits'
import type { AdminSubmission } from './submissions.admin.api'

/** What staff may change of a submission. */
export type SubmissionValues = { billed_status: BilledStatus; notes: string }
/** What they have typed, over what it began, and the version of that. */
type Draft = { values: SubmissionValues; from: SubmissionValues; version: number }

const isSame = (one: SubmissionValues, other: SubmissionValues) =>
  one.billed_status === other.billed_status && one.notes.trim() === other.notes.trim()

/**
 * Without a draft the form follows what others save; with one, the draft stays until it is saved or given up, also
 * over a session that ends in between. A change of the same values by somebody else is a conflict; a change of
 * anything else of the submission, as of its days, is none.
 */
export function useSubmissionDraft(submission: AdminSubmission) {
  const [kept, setKept] = useKeptEdits<Draft>(`submission ${submission.id}`)
  const stored: SubmissionValues = {
    billed_status: submission.billed_status,
    notes: submission.guest_child_notes ?? '',
  }
  const draft = kept.values && kept.from && kept.version !== undefined ? (kept as Draft) : null
  const isTouched = draft !== null && !isSame(draft.from, stored)
  const values = draft?.values ?? stored
  const isDirty = !isSame(values, stored)
  return {
    stored,
    values,
    version: isTouched ? draft.version : submission.version,
    isDirty,
    isConflict: isTouched && isDirty,
    change: (part: Partial<SubmissionValues>) => {
      const next = { ...values, ...part }
      const from = draft?.from ?? stored
      const version = draft?.version ?? submission.version
      setKept(isSame(next, stored) && !isTouched ? {} : { values: next, from, version })
    },
    drop: () => setKept({}),
    /** The next save replaces what somebody else saved. */
    insist: () => setKept({ values, from: stored, version: submission.version }),
    /** What was typed while the save was under way stays, over what it stored. */
    settle: (sent: SubmissionValues, saved: AdminSubmission) =>
      setKept((now) => {
        if (!now.values || isSame(now.values, sent)) return {}
        return { values: now.values, from: sent, version: saved.version }
      }),
  }
}
