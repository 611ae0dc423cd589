import { monthLabel } from '@aftercare/domain/months'
import { Printer, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { StatusBadge } from '../../ui/badge'
import { Button } from '../../ui/button'
import { ConfirmDialog } from '../../ui/confirm-dialog'
import { IconButton } from '../../ui/icon-button'
import type { useMonthActions } from './use-month-actions'
import type { MonthDraft } from './use-month-draft'

type EditorHeadProps = { draft: MonthDraft; actions: ReturnType<typeof useMonthActions>; canPrint: boolean }

/** The month's name and state, and everything that can be done to it as a whole. */
export function EditorHead({ draft, actions, canPrint }: EditorHeadProps) {
  const { base, isDirty } = draft
  const [asksToDelete, setAsksToDelete] = useState(false)
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
          <Button kind="plain" onClick={draft.undoAll}>
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
        <IconButton label={`Delete ${name}`} icon={<Trash2 />} danger onClick={() => setAsksToDelete(true)} />
        <SaveButtons isActive={base.is_active} actions={actions} />
      </div>
      <ConfirmDialog
        open={asksToDelete}
        onOpenChange={setAsksToDelete}
        title="Delete month"
        description={`Are you sure you want to delete ${name}? This action cannot be undone.`}
        confirmLabel="Delete"
        busy={actions.isDeleting}
        onConfirm={() => void actions.removeMonth().finally(() => setAsksToDelete(false))}
      />
    </header>
  )
}

/** A draft's main action is to publish it, a published month's to save it. */
function SaveButtons({ isActive, actions }: { isActive: boolean; actions: EditorHeadProps['actions'] }) {
  const { saving } = actions
  const others = (own: typeof saving) => saving !== null && saving !== own
  if (isActive) {
    return (
      <>
        <Button kind="quiet" busy={saving === false} disabled={others(false)} onClick={actions.moveToDraft}>
          Move to draft
        </Button>
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
    </>
  )
}
