import { formatUsd, toCents } from '@aftercare/domain/money'
import { BILLED_STATUS_LABELS, BILLED_STATUSES } from '@aftercare/domain/names'
import { LIST_STATUS_LABELS, submissionTitle } from '@aftercare/domain/submissions'
import { useCallback, useState } from 'react'
import { ApiError } from '../../features/api-client'
import { type SubmissionDetail, useUpdateSubmission } from '../../features/submissions/submissions.admin.api'
import { UnsavedChanges } from '../../features/unsaved-changes'
import { StatusBadge } from '../../ui/badge'
import { Button } from '../../ui/button'
import { ConfirmDialog } from '../../ui/confirm-dialog'
import { Drawer } from '../../ui/drawer'
import { Field, TextArea } from '../../ui/field'
import { Note } from '../../ui/note'
import { Segmented } from '../../ui/segmented'
import { toast } from '../../ui/toast'
import { SubmissionFacts } from './submission-facts'
import { SubmissionPayments } from './submission-payments'
import { type SubmissionDraft, useSubmissionDraft } from './use-submission-draft'

const BILLING_OPTIONS = BILLED_STATUSES.map((value) => ({ value, label: BILLED_STATUS_LABELS[value] }))
const UNSAVED = 'The billing state or the notes of this submission have not been saved.'

export function SubmissionForm({
  submission,
  onClose,
}: {
  submission: SubmissionDetail
  onClose: () => void
}) {
  const { stored, shown, isDirty, setDraft } = useSubmissionDraft(submission)
  const [isConflict, setConflict] = useState(false)
  const [isAsking, setAsking] = useState(false)
  const update = useUpdateSubmission()

  const save = () =>
    update.mutate(
      {
        id: submission.id,
        billed_status: shown.billed_status,
        guest_child_notes: shown.notes,
        version: shown.version,
      },
      {
        onSuccess: () => {
          setDraft(null)
          setConflict(false)
          toast.success('Success', 'Submission updated successfully')
        },
        onError: (error) => {
          toast.error('Error', 'Failed to update submission.')
          setConflict(error instanceof ApiError && error.code === 'stale-version')
        },
      },
    )
  const close = () => (isDirty ? setAsking(true) : onClose())
  const { id } = submission
  const staysHere = useCallback(
    (address: URL) => address.pathname === '/admin/submissions' && address.searchParams.get('id') === id,
    [id],
  )

  return (
    <>
      <Drawer
        open
        onOpenChange={(open) => {
          if (!open) close()
        }}
        title={submissionTitle(submission.month, submission.dropin_date)}
        titleAside={
          <span className="flex flex-wrap gap-2">
            <StatusBadge status={LIST_STATUS_LABELS[submission.derived_status]} />
            {submission.is_edited && <StatusBadge status="Edited" />}
          </span>
        }
        description={<Summary submission={submission} />}
        modal={false}
        width="detail"
        footer={
          <>
            <Button kind="quiet" onClick={close}>
              Cancel
            </Button>
            <Button disabled={!isDirty} busy={update.isPending} onClick={save}>
              Save Changes
            </Button>
          </>
        }
      >
        <div className="grid gap-4 text-sm">
          <SubmissionFacts submission={submission} />
          {isConflict && (
            <Conflict
              stored={stored}
              onReplace={() => {
                setDraft({ ...shown, version: stored.version })
                setConflict(false)
              }}
            />
          )}
          <div className="flex items-center justify-between gap-3">
            <h3 className="text-sm font-strong">Billing</h3>
            <Segmented
              label="Billing"
              options={BILLING_OPTIONS}
              value={shown.billed_status}
              onValueChange={(billed_status) => setDraft({ ...shown, billed_status })}
            />
          </div>
          <Field label="Notes" error={noteError(update.error)}>
            <TextArea rows={3} value={shown.notes} onValueChange={(notes) => setDraft({ ...shown, notes })} />
          </Field>
          <SubmissionPayments submission={submission} />
        </div>
      </Drawer>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title="Close without saving?"
        description={UNSAVED}
        confirmLabel="Close without saving"
        cancelLabel="Keep editing"
        onConfirm={() => {
          setAsking(false)
          onClose()
        }}
      />
      <UnsavedChanges isDirty={isDirty} staysHere={staysHere} description={UNSAVED} />
    </>
  )
}

const noteError = (error: Error | null) =>
  error instanceof ApiError ? error.fields.guest_child_notes : undefined

function Summary({ submission }: { submission: SubmissionDetail }) {
  const days = submission.selected_days.length
  return (
    <>
      {submission.child?.name ?? submission.guest_child_name}, {days} {days === 1 ? 'day' : 'days'},{' '}
      <b className="text-text">{formatUsd(toCents(submission.total_fee))}</b>
    </>
  )
}

/** Nothing that was typed is lost, and nothing of the other person's is overwritten unseen. */
function Conflict({ stored, onReplace }: { stored: SubmissionDraft; onReplace: () => void }) {
  return (
    <div role="alert">
      <Note tone="sun">
        <p>Somebody else changed this submission in the meantime. What you typed is kept below.</p>
        <p className="mt-1.5">
          Saved now: <b>{BILLED_STATUS_LABELS[stored.billed_status]}</b>, notes{' '}
          {stored.notes ? <b className="wrap-anywhere whitespace-pre-line">{stored.notes}</b> : 'empty'}
        </p>
        <Button kind="quiet" className="mt-2" onClick={onReplace}>
          Replace with mine
        </Button>
      </Note>
    </div>
  )
}
