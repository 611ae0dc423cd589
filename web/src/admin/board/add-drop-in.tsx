import type { Day } from '@aftercare/domain/lib/days'
import { Plus } from 'lucide-react'
import { useRef, useState } from 'react'
import { queryClient } from '../../lib/query-client'
import { useToast } from '../../lib/scoped-toast'
import { UnsavedChanges } from '../../lib/unsaved-changes'
import { Button } from '../../ui/inputs/button'
import { lazyWithRetry } from '../../ui/lazy-with-retry'
import { useAddDropInForm } from '../drop-ins/use-add-drop-in-form'
import { isConnected } from './offline/board-connection'

const DropInDialog = lazyWithRetry(
  () => import('../drop-ins/drop-in-dialog'),
  (m) => m.DropInDialog,
  { isOpen: ({ open }) => open, close: ({ onOpenChange }) => onOpenChange(false) },
)

/** Another day of the board keeps what was typed, with its own day if that was chosen. */
const isBoard = (url: URL) => url.pathname === window.location.pathname

/** The form of the Drop-Ins page, with the board's day chosen. */
export function AddDropIn({ day }: { day: Day }) {
  const toast = useToast('drop-in without a connection')
  const form = useAddDropInForm('drop-in on the board', day, () => {
    setIsAdding(false)
    void queryClient.invalidateQueries({ queryKey: ['admin', 'board'] })
  })
  // Reopens with the draft typed before the session expired.
  const [isAdding, setIsAdding] = useState(!form.isEmpty)
  const button = useRef<HTMLButtonElement>(null)
  return (
    <>
      <Button
        ref={button}
        variant="quiet"
        icon={<Plus />}
        title="Add Drop-In"
        onClick={() => {
          if (isConnected()) return setIsAdding(true)
          toast.error('No connection', "Drop-ins can be added when you're back online.")
        }}
      >
        <span>Add Drop-In</span>
      </Button>
      <DropInDialog
        open={isAdding}
        onOpenChange={setIsAdding}
        finalFocus={() => button.current}
        form={form}
      />
      <UnsavedChanges
        draft={form}
        isSamePage={isBoard}
        unsavedText="This drop-in hasn't been saved and will be lost."
      />
    </>
  )
}
