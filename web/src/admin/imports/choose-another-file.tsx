import { useState } from 'react'
import { useToast } from '../../lib/scoped-toast'
import type { MutationCallbacks } from '../../lib/use-app-mutation'
import { Button } from '../../ui/inputs/button'
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog'

type ChooseAnotherFileProps = {
  reviewId: string
  useDiscard: (callbacks: MutationCallbacks<unknown, string>) => {
    isPending: boolean
    mutate: (id: string) => void
  }
  description: string
  disabled?: boolean
}

/** Ends the review. */
export function ChooseAnotherFile({ reviewId, useDiscard, description, disabled }: ChooseAnotherFileProps) {
  const [isAsking, setAsking] = useState(false)
  const toast = useToast('discard review')
  const { isPending, mutate } = useDiscard({
    onError: () => toast.error('Error', 'Failed to discard the review. Please try again.'),
  })
  return (
    <>
      <Button variant="quiet" disabled={disabled} onClick={() => setAsking(true)}>
        Choose Another File
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title="Choose another file?"
        description={description}
        confirmLabel="Choose Another File"
        variant="primary"
        loading={isPending}
        onConfirm={() => mutate(reviewId)}
      />
    </>
  )
}
