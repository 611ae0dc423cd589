import { isolate } from '@aftercare/domain/lib/isolate'
import { Pencil } from 'lucide-react'
import { useChildDialog } from '../../features/children/use-child-dialog'
import { Button } from '../../ui/inputs/button'
import { lazyWithRetry } from '../../ui/lazy-with-retry'
import type { EditableChild } from './children.api'

const EditChildDialog = lazyWithRetry(
  () => import('./edit-child-dialog'),
  (m) => m.EditChildDialog,
  { close: ({ onClose }) => onClose() },
)

/** Corrects the child from a submission's panel. */
export function EditChildButton({ child, submissionId }: { child: EditableChild; submissionId: string }) {
  const dialog = useChildDialog(`submission ${submissionId}`)
  return (
    <>
      <Button
        variant="quiet"
        icon={<Pencil />}
        className="h-auto min-h-9 max-w-full justify-self-start py-1.5 text-left whitespace-normal wrap-anywhere"
        onClick={() => dialog.openFor(child.id)}
      >
        Edit {isolate(child.name)}
      </Button>
      {dialog.isOpen && <EditChildDialog child={child} onClose={dialog.close} />}
    </>
  )
}
