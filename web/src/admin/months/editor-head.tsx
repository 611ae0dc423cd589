import { monthLabel } from '@aftercare/domain/months/months'
import { Printer, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Link } from '../../router/router'
import { StatusBadge } from '../../ui/data/badge'
import { Button } from '../../ui/inputs/button'
import { IconButton } from '../../ui/inputs/icon-button'
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog'
import type { AdminMonth } from './months.admin.api'
import { PublishPricesDialog } from './publish-prices-dialog'
import { submissionCount } from './submission-count'
import type { useMonthActions } from './use-month-actions'
import type { MonthDraft } from './use-month-draft'

type EditorHeadProps = {
  draft: MonthDraft
  actions: ReturnType<typeof useMonthActions>
  canPrint: boolean
  asksToDelete: boolean
  onAskToDelete: (asks: boolean) => void
}

/** The month's name and state, and everything that can be done to it as a whole. */
export function EditorHead({ draft, actions, canPrint, asksToDelete, onAskToDelete }: EditorHeadProps) {
  const { base, isDirty } = draft
  const name = monthLabel(base)
  return (
    <header className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-2">
      <h2 id="month-editor" className="text-xl">
        {name}
      </h2>
      <StatusBadge status={base.is_active ? 'Published' : 'Draft'} />
      <span role="status" className="text-muted">
        {isDirty && 'Unsaved changes'}
      </span>
      <div className="ml-auto flex flex-wrap items-center justify-end gap-2">
        {isDirty && (
          <Button kind="plain" onClick={actions.undoAll}>
            Undo changes
          </Button>
        )}
        {canPrint && (
          <Link
            to={`/admin/months/${base.id}/print`}
            aria-label={`Print ${name}`}
            title={`Print ${name}`}
            className="inline-grid size-control-staff place-items-center rounded-cell text-inherit hover:bg-sunken coarse:size-tap"
          >
            <Printer aria-hidden="true" className="size-4.5" />
          </Link>
        )}
        <IconButton label={`Delete ${name}`} icon={<Trash2 />} danger onClick={() => onAskToDelete(true)} />
        <SaveButtons month={{ ...draft.row, is_active: base.is_active }} actions={actions} />
      </div>
      <ConfirmDialog
        open={asksToDelete}
        onOpenChange={onAskToDelete}
        title="Delete month"
        description={`Are you sure you want to delete ${name}? This action cannot be undone.`}
        confirmLabel="Delete"
        busy={actions.isDeleting}
        onConfirm={actions.removeMonth}
      />
    </header>
  )
}

/** A draft's main action is to publish it, a published month's to save it. */
function SaveButtons({ month, actions }: { month: AdminMonth; actions: EditorHeadProps['actions'] }) {
  const { saving } = actions
  const others = (own: typeof saving) => saving !== null && saving !== own
  if (month.is_active) {
    return (
      <>
        <MoveToDraft month={month} actions={actions} isOff={others(false)} />
        <Button busy={saving === 'keep'} disabled={others('keep')} onClick={actions.save}>
          Save
        </Button>
      </>
    )
  }
  return (
    <>
      <Button kind="quiet" busy={saving === 'keep'} disabled={others('keep')} onClick={actions.save}>
        Save
      </Button>
      <Button busy={saving === true} disabled={others(true)} onClick={actions.publish}>
        Save & Publish
      </Button>
      <PublishPricesDialog month={month} {...actions.priceQuestion} />
    </>
  )
}

type MoveToDraftProps = { month: AdminMonth; actions: EditorHeadProps['actions']; isOff: boolean }

/** It takes the month from every parent: where families have chosen days in it, staff are asked. */
function MoveToDraft({ month, actions, isOff }: MoveToDraftProps) {
  const [asks, setAsks] = useState(false)
  return (
    <>
      <Button
        kind="quiet"
        busy={actions.saving === false}
        disabled={isOff}
        onClick={() => (month.submission_count > 0 ? setAsks(true) : actions.moveToDraft())}
      >
        Move to draft
      </Button>
      <ConfirmDialog
        open={asks}
        onOpenChange={setAsks}
        title={`Move ${monthLabel(month)} to draft?`}
        description={`It has ${submissionCount(month)}, which stay as they are. Parents no longer see the month and cannot register for it.`}
        confirmLabel="Move to draft"
        kind="primary"
        onConfirm={() => {
          setAsks(false)
          actions.moveToDraft()
        }}
      />
    </>
  )
}
