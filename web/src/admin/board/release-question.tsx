import { notOnListError } from '@aftercare/domain/board/release'
import { useState } from 'react'
import { Checkbox } from '../../ui/inputs/checkbox'
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog'

/** Somebody who is not on the list of these children. */
export type Unlisted = { name: string; children: readonly string[] }

type ReleaseQuestionProps = {
  /** Null: not asked. */
  unlisted: Unlisted | null
  onClose: () => void
  onRelease: () => void
}

/** Asks before a child is given to somebody who is not on its list. Each question needs its own tick. */
export function ReleaseQuestion({ unlisted, onClose, onRelease }: ReleaseQuestionProps) {
  const [checkedFor, setCheckedFor] = useState<Unlisted | null>(null)
  const isChecked = unlisted !== null && checkedFor === unlisted
  return (
    <ConfirmDialog
      open={unlisted !== null}
      onOpenChange={(open) => !open && onClose()}
      title={unlisted && `${notOnListError(unlisted.name, unlisted.children)} Release anyway?`}
      description="Their name goes into the activity log."
      confirmLabel="Release"
      disabled={!isChecked}
      onConfirm={onRelease}
    >
      <Checkbox
        variant="row"
        className="mt-4"
        label="I checked their ID"
        checked={isChecked}
        onCheckedChange={(checked) => setCheckedFor(checked ? unlisted : null)}
      />
    </ConfirmDialog>
  )
}
