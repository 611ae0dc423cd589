import { BILLED_STATUSES, type BilledStatus } from '@aftercare/domain/names'
import { useEffect, useState } from 'react'
import { z } from 'zod'
import { useUser } from '../../auth/auth-provider'
import { getAuthState } from '../../auth/auth-store'
import { clearDraft, readDraft, useKeptDraft } from '../../features/submissions/draft'
import type { SubmissionDetail } from '../../features/submissions/submissions.admin.api'

const draftSchema = z.object({
  billed_status: z.enum(BILLED_STATUSES),
  notes: z.string(),
  version: z.number(),
})

/** What staff have typed, and the version that they started from. */
export type SubmissionDraft = { billed_status: BilledStatus; notes: string; version: number }

/**
 * Without a draft the form follows what others save; with one, the draft stays until it is saved or given up. A
 * session that runs out in between does not lose it: it is there again after signing in.
 */
export function useSubmissionDraft(submission: SubmissionDetail) {
  const { id: userId } = useUser()
  const form = `staff-submission-${submission.id}`
  const [draft, setDraft] = useState<SubmissionDraft | null>(() =>
    readDraft(form, userId, (values) => draftSchema.safeParse(values).data ?? null),
  )
  const stored: SubmissionDraft = {
    billed_status: submission.billed_status,
    notes: submission.guest_child_notes ?? '',
    version: submission.version,
  }
  const shown = draft ?? stored
  const isDirty = shown.billed_status !== stored.billed_status || shown.notes.trim() !== stored.notes.trim()
  useKeptDraft(form, userId, draft, !isDirty)
  useEffect(
    () => () => {
      if (getAuthState().session) clearDraft(form, userId)
    },
    [form, userId],
  )
  return { stored, shown, isDirty, setDraft }
}
