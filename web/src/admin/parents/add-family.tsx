import { UserRoundPlus } from 'lucide-react'
import { useState } from 'react'
import { useUnsavedForms } from '../../lib/use-draft'
import { Button } from '../../ui/inputs/button'
import { lazyWithRetry } from '../../ui/lazy-with-retry'

const DRAFT = ['add family']

const AddFamilyDialog = lazyWithRetry(
  () => import('./add-family-dialog'),
  (m) => m.AddFamilyDialog,
  { close: ({ onClose }) => onClose() },
)

export function AddFamily() {
  const [isOpen, setOpen] = useState(false)
  // Reopens with what was typed before the session expired.
  const isUnsaved = useUnsavedForms(DRAFT).length > 0
  return (
    <>
      <Button icon={<UserRoundPlus aria-hidden="true" />} onClick={() => setOpen(true)}>
        Add Family
      </Button>
      {(isOpen || isUnsaved) && <AddFamilyDialog onClose={() => setOpen(false)} />}
    </>
  )
}
