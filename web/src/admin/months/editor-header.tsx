import { monthLabel } from '@aftercare/domain/months/months'
import { Printer, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { getErrorMessage } from '../../lib/error-message'
import { useToast } from '../../lib/scoped-toast'
import { Link } from '../../router/router'
import { StatusBadge } from '../../ui/data/badge'
import { Button } from '../../ui/inputs/button'
import { IconButton } from '../../ui/inputs/icon-button'
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog'
import { type AdminMonth, useDeleteMonth } from './months.api'
import { PublishPricesDialog } from './publish-prices-dialog'
import { submissionCount } from './submission-count'
import type { MonthForm } from './use-month-form'

export type DeletionProps = {
  /** Called before the request: the live update may arrive before the response. */
  onDeleting: (month: AdminMonth) => void
  onDeleted: (month: AdminMonth) => void
}

type EditorHeaderProps = DeletionProps & { form: MonthForm; canPrint: boolean }

/** The month's name and state, and the actions on the whole month. */
export function EditorHeader({ form, canPrint, onDeleting, onDeleted }: EditorHeaderProps) {
  const { row, isDirty } = form
  const name = monthLabel(row)
  const [asksToDelete, setAsksToDelete] = useState(false)
  const toast = useToast(`month ${row.id}`)
  const remove = useDeleteMonth({
    onSuccess: (_, deleted) => {
      toast.success(`${monthLabel(deleted)} deleted`)
      setAsksToDelete(false)
      onDeleted(deleted)
    },
    onError: (error) => {
      toast.error('Error', getErrorMessage(error) ?? 'Failed to delete month. Please try again.')
      setAsksToDelete(false)
    },
  })
  return (
    <header className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-2">
      <h2 id="month-editor" className="text-xl">
        {name}
      </h2>
      <StatusBadge status={row.is_active ? 'published' : 'draft'}>
        {row.is_active ? 'Published' : 'Draft'}
      </StatusBadge>
      <span role="status" className="text-muted">
        {isDirty && 'Unsaved changes'}
      </span>
      <div className="ml-auto flex flex-wrap items-center justify-end gap-2">
        {isDirty && (
          <Button variant="plain" onClick={form.discard}>
            Undo changes
          </Button>
        )}
        {canPrint && (
          <Link
            to={`/admin/months/${row.id}/print`}
            aria-label={`Print ${name}`}
            title={`Print ${name}`}
            className="inline-grid size-control-dense place-items-center rounded-cell text-inherit hover:bg-surface-inset coarse:size-tap"
          >
            <Printer className="size-4.5" />
          </Link>
        )}
        <IconButton label={`Delete ${name}`} icon={<Trash2 />} danger onClick={() => setAsksToDelete(true)} />
        <SaveButtons form={form} />
      </div>
      <ConfirmDialog
        open={asksToDelete}
        onOpenChange={setAsksToDelete}
        title="Delete month"
        description={`Are you sure you want to delete ${name}? This action cannot be undone.`}
        confirmLabel="Delete"
        loading={remove.isPending}
        onConfirm={() => {
          onDeleting(row)
          remove.mutate(row)
        }}
      />
    </header>
  )
}

/** A draft's primary action is to publish, a published month's to save. */
function SaveButtons({ form }: { form: MonthForm }) {
  const { row: month, saving, currentPrices } = form
  const others = (own: typeof saving) => saving !== null && saving !== own
  if (month.is_active) {
    return (
      <>
        <MoveToDraft form={form} isDisabled={others(false)} />
        <Button loading={saving === 'keep'} disabled={others('keep')} onClick={() => form.save()}>
          Save
        </Button>
      </>
    )
  }
  return (
    <>
      <Button
        variant="quiet"
        loading={saving === 'keep'}
        disabled={others('keep')}
        onClick={() => form.save()}
      >
        Save
      </Button>
      <Button loading={saving === true} disabled={others(true)} onClick={() => form.publish()}>
        Save & Publish
      </Button>
      <PublishPricesDialog
        month={month}
        current={currentPrices}
        sending={form.publishingAt}
        onChoose={form.publishAt}
        onCancel={form.cancelPublishing}
      />
    </>
  )
}

/** Hides the month from all parents, so staff have to confirm once families have chosen days. */
function MoveToDraft({ form, isDisabled }: { form: MonthForm; isDisabled: boolean }) {
  const { row: month } = form
  const [isConfirming, setConfirming] = useState(false)
  return (
    <>
      <Button
        variant="quiet"
        loading={form.saving === false}
        disabled={isDisabled}
        onClick={() => (month.submission_count > 0 ? setConfirming(true) : form.moveToDraft())}
      >
        Move to draft
      </Button>
      <ConfirmDialog
        open={isConfirming}
        onOpenChange={setConfirming}
        title={`Move ${monthLabel(month)} to draft?`}
        description={`It has ${submissionCount(month)}, which will be kept. Parents will no longer see the month or be able to register for it.`}
        confirmLabel="Move to draft"
        variant="primary"
        onConfirm={() => {
          setConfirming(false)
          form.moveToDraft()
        }}
      />
    </>
  )
}
