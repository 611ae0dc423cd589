import { type Decision, isApproved } from '@aftercare/domain/drop-ins/approvals'
import { BILLED_STATUS_LABELS, BILLED_STATUSES } from '@aftercare/domain/lib/enums'
import { formatUsd, toCents } from '@aftercare/domain/lib/money'
import { isOpenRequest } from '@aftercare/domain/submissions/cancel-requests'
import { isCancellable } from '@aftercare/domain/submissions/cancellations'
import { formatDayCount } from '@aftercare/domain/submissions/day-count'
import { LIST_STATUS_LABELS, submissionTitle } from '@aftercare/domain/submissions/submissions'
import { CircleSlash, Pencil } from 'lucide-react'
import { useCallback, useState } from 'react'
import { type DescribeField, FormConflict } from '../../lib/form-conflict'
import { formErrorMessage } from '../../lib/form-error-message'
import { UnsavedChanges } from '../../lib/unsaved-changes'
import { useVersionedForm } from '../../lib/use-versioned-form'
import { StatusBadge } from '../../ui/data/badge'
import { Button } from '../../ui/inputs/button'
import { Field, TextArea } from '../../ui/inputs/field'
import { SegmentedControl } from '../../ui/inputs/segmented-control'
import { lazyWithRetry } from '../../ui/lazy-with-retry'
import { Drawer } from '../../ui/overlays/drawer'
import type { AnswerTarget } from '../drop-ins/answer-drop-in-dialog'
import { AnswerNote, isDayCancelled } from '../drop-ins/approval-note'
import { CancelRequestNote } from './cancel-request-note'
import { CancellationNote } from './cancellation-note'
import { EditedSinceBilledNote } from './edited-since-billed'
import { StatusBadges } from './status-badges'
import { SubmissionOverview } from './submission-overview'
import { SubmissionPayments } from './submission-payments'
import {
  type AdminSubmission,
  type SubmissionValues,
  saveSubmissionOptions,
  storedSubmission,
} from './submissions.api'
import { useEditDays } from './use-edit-days'
import { useUndoBilling } from './use-undo-billing'

const EditDaysDialog = lazyWithRetry(
  () => import('./edit-days-dialog'),
  (m) => m.EditDaysDialog,
  { isOpen: ({ edit }) => edit.isEditing, close: ({ edit }) => edit.cancel() },
)
const CancelRegistrationDialog = lazyWithRetry(
  () => import('./cancel-registration-dialog'),
  (m) => m.CancelRegistrationDialog,
  { isOpen: ({ open }) => open, close: ({ onClose }) => onClose() },
)

const AnswerDropInDialog = lazyWithRetry(
  () => import('../drop-ins/answer-drop-in-dialog'),
  (m) => m.AnswerDropInDialog,
  { isOpen: ({ target }) => target !== null, close: ({ onClose }) => onClose() },
)

const BILLING_OPTIONS = BILLED_STATUSES.map((value) => ({ value, label: BILLED_STATUS_LABELS[value] }))
const UNSAVED = "Your changes to this submission haven't been saved."

export function SubmissionForm({
  submission,
  onClose,
}: {
  submission: AdminSubmission
  onClose: () => void
}) {
  const { id } = submission
  const undo = useUndoBilling(`staff submission ${id}`)
  const form = useVersionedForm({
    name: `staff submission ${id}`,
    stored: storedSubmission(submission),
    mutation: saveSubmissionOptions(submission),
    onSaved: (saved, { changes, base }) => {
      const isBilling = changes.billed_status !== base.billed_status
      form.toast.success(
        'Success',
        'Submission updated successfully',
        isBilling ? undo([saved.undo]) : undefined,
      )
    },
    onError: (error) => form.toast.error('Error', formErrorMessage(error, 'Failed to update submission.')),
  })
  const { isDirty, isSaving } = form
  const days = useEditDays(submission)
  const [isCancelling, setCancelling] = useState(false)
  const [answer, setAnswer] = useState<Decision | null>(null)
  const isAsked = isOpenRequest(submission.cancel_request)
  const isRegistration = submission.month !== null
  const isActive = isRegistration && submission.cancellation === null
  const isSamePage = useCallback(
    (url: URL) => url.pathname === '/admin/submissions' && url.searchParams.get('id') === id,
    [id],
  )

  return (
    <>
      <Drawer
        open
        onOpenChange={() => {
          if (!isSaving) onClose()
        }}
        title={submissionTitle(submission.month, submission.dropin_date)}
        titleAside={
          <span className="flex flex-wrap gap-2">
            <StatusBadges
              status={submission.derived_status}
              label={LIST_STATUS_LABELS[submission.derived_status]}
              isCancelled={submission.cancellation !== null}
            />
            {isAsked && <StatusBadge status="asked_to_cancel">Asked to cancel</StatusBadge>}
            {submission.is_edited && <StatusBadge status="edited">Edited</StatusBadge>}
          </span>
        }
        description={<Summary submission={submission} />}
        modal={false}
        width="detail"
        footer={
          <>
            <Button variant="quiet" disabled={isSaving} onClick={onClose}>
              Cancel
            </Button>
            <Button disabled={!isDirty} loading={isSaving} onClick={() => form.submit()}>
              Save Changes
            </Button>
          </>
        }
      >
        <div className="grid gap-4 text-sm">
          <SubmissionOverview
            submission={submission}
            notice={
              <>
                <CancellationNote submission={submission} />
                <AnswerNote dropIn={submission} onAnswer={setAnswer} />
                <CancelRequestNote
                  submission={submission}
                  isSamePage={isSamePage}
                  onCancel={() => setCancelling(true)}
                />
                <EditedSinceBilledNote submission={submission} />
              </>
            }
            daysAction={
              isActive && (
                <Button variant="quiet" icon={<Pencil />} onClick={days.start}>
                  Edit Days
                </Button>
              )
            }
          />
          <FormConflict form={form} describe={describe} />
          {isApproved(submission.status) && (
            <div className="flex items-center justify-between gap-3">
              <h3 className="text-sm font-semibold">Billing</h3>
              <SegmentedControl
                label="Billing"
                options={BILLING_OPTIONS}
                {...form.control('billed_status')}
              />
            </div>
          )}
          <Field label="Notes" error={form.errors.guest_child_notes}>
            <TextArea rows={3} {...form.control('guest_child_notes')} />
          </Field>
          <SubmissionPayments submission={submission} isSamePage={isSamePage} />
          {isRegistration && !isAsked && isCancellable(submission, submission.attended_days) && (
            <div>
              <Button variant="danger-quiet" icon={<CircleSlash />} onClick={() => setCancelling(true)}>
                Cancel Registration
              </Button>
            </div>
          )}
        </div>
        <UnsavedChanges draft={form} isSamePage={isSamePage} unsavedText={UNSAVED} />
      </Drawer>
      <EditDaysDialog submission={submission} edit={days} isSamePage={isSamePage} />
      <CancelRegistrationDialog
        submission={submission}
        open={isCancelling}
        onClose={() => setCancelling(false)}
      />
      <AnswerDropInDialog target={answerTarget(submission, answer)} onClose={() => setAnswer(null)} />
    </>
  )
}

function answerTarget(
  { id, child, guest_child_name, dropin_date, approval, cancelled_days }: AdminSubmission,
  decision: Decision | null,
): AnswerTarget | null {
  if (decision === null || dropin_date === null || approval === null) return null
  return {
    id,
    child_name: child?.name ?? guest_child_name ?? '',
    dropin_date,
    fee: approval.fee,
    is_day_cancelled: isDayCancelled(dropin_date, cancelled_days),
    decision,
  }
}

function Summary({ submission }: { submission: AdminSubmission }) {
  return (
    <>
      <bdi>{submission.child?.name ?? submission.guest_child_name}</bdi>,{' '}
      {!submission.cancellation && `${formatDayCount(submission.selected_days, submission.cancelled_days)}, `}
      <b className="text-text">{formatUsd(toCents(submission.total_fee))}</b>
    </>
  )
}

const describe: DescribeField<SubmissionValues> = (name, values) =>
  name === 'billed_status'
    ? ['Billing', BILLED_STATUS_LABELS[values.billed_status]]
    : ['Notes', values.guest_child_notes.trim()]
