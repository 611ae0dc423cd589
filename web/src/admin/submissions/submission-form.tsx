import { BILLED_STATUS_LABELS, BILLED_STATUSES } from '@aftercare/domain/lib/enums'
import { formatUsd, toCents } from '@aftercare/domain/lib/money'
import { LIST_STATUS_LABELS, submissionTitle } from '@aftercare/domain/submissions/submissions'
import { useCallback, useState } from 'react'
import { refusalWords } from '../../lib/error-message'
import { useMessages } from '../../lib/scoped-toast'
import { UnsavedChanges } from '../../lib/unsaved-changes'
import { useFieldErrors } from '../../lib/use-field-errors'
import { StatusBadge } from '../../ui/data/badge'
import { StaleNote } from '../../ui/feedback/stale-note'
import { Button } from '../../ui/inputs/button'
import { Field, TextArea } from '../../ui/inputs/field'
import { Segmented } from '../../ui/inputs/segmented-control'
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog'
import { Drawer } from '../../ui/overlays/drawer'
import { EditedSinceBilledNote } from './edited-since-billed'
import { SubmissionOverview } from './submission-overview'
import { SubmissionPayments } from './submission-payments'
import { type AdminSubmission, useUpdateSubmission } from './submissions.admin.api'
import { type SubmissionValues, useSubmissionDraft } from './use-submission-draft'
import { useUndoBilling } from './use-undo-billing'

const BILLING_OPTIONS = BILLED_STATUSES.map((value) => ({ value, label: BILLED_STATUS_LABELS[value] }))
const CHANGED = 'Somebody else changed this submission in the meantime. What you typed is kept below.'
const UNSAVED = 'The billing state or the notes of this submission have not been saved.'

export function SubmissionForm({
  submission,
  onClose,
}: {
  submission: AdminSubmission
  onClose: () => void
}) {
  const draft = useSubmissionDraft(submission)
  const { values, isDirty } = draft
  const [isAsking, setAsking] = useState(false)
  const fields = useFieldErrors()
  const { id } = submission
  const say = useMessages(`submission ${id}`)
  const undo = useUndoBilling(`submission ${id}`)
  const update = useUpdateSubmission(id, {
    onSuccess: (saved, sent) => {
      draft.settle({ billed_status: sent.billed_status, notes: sent.guest_child_notes }, saved)
      const isBilling = sent.billed_status !== sent.from
      say.success('Success', 'Submission updated successfully', isBilling ? undo([saved]) : undefined)
    },
    onError: (error) => {
      say.error('Error', refusalWords(error) ?? 'Failed to update submission.')
      fields.showError(error)
    },
  })
  const save = () => {
    fields.clear()
    update.send({
      id,
      from: draft.stored.billed_status,
      billed_status: values.billed_status,
      guest_child_notes: values.notes,
      version: draft.version,
    })
  }
  const solve = (take: () => void) => () => {
    take()
    say.clear()
  }
  const close = () => {
    if (update.isPending) return
    if (isDirty) setAsking(true)
    else onClose()
  }
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
            <Button kind="quiet" disabled={update.isPending} onClick={close}>
              Cancel
            </Button>
            <Button disabled={!isDirty} busy={update.isPending} onClick={save}>
              Save Changes
            </Button>
          </>
        }
      >
        <div className="grid gap-4 text-sm">
          <SubmissionOverview
            submission={submission}
            notice={<EditedSinceBilledNote submission={submission} />}
          />
          {draft.isConflict && !update.isPending && (
            <StaleNote words={CHANGED} onReplace={solve(draft.insist)} onDiscard={solve(draft.drop)}>
              <StoredValues stored={draft.stored} />
            </StaleNote>
          )}
          <div className="flex items-center justify-between gap-3">
            <h3 className="text-sm font-strong">Billing</h3>
            <Segmented
              label="Billing"
              options={BILLING_OPTIONS}
              value={values.billed_status}
              onValueChange={(billed_status) => draft.change({ billed_status })}
            />
          </div>
          <Field label="Notes" error={fields.errors.guest_child_notes}>
            <TextArea
              rows={3}
              value={values.notes}
              onValueChange={(notes) => {
                draft.change({ notes })
                fields.correct('guest_child_notes')
              }}
            />
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

function Summary({ submission }: { submission: AdminSubmission }) {
  const days = submission.selected_days.length
  return (
    <>
      <bdi>{submission.child?.name ?? submission.guest_child_name}</bdi>, {days} {days === 1 ? 'day' : 'days'}
      , <b className="text-text">{formatUsd(toCents(submission.total_fee))}</b>
    </>
  )
}

function StoredValues({ stored }: { stored: SubmissionValues }) {
  return (
    <p className="mt-1.5">
      Saved now: <b>{BILLED_STATUS_LABELS[stored.billed_status]}</b>, notes{' '}
      {stored.notes ? <b className="wrap-anywhere whitespace-pre-line">{stored.notes}</b> : 'empty'}
    </p>
  )
}
