import { isolate } from '@aftercare/domain/lib/isolate'
import { useState } from 'react'
import { useDebouncedValue } from '../../lib/use-debounced-value'
import { TableError, TableMessage } from '../../ui/feedback/states'
import { Button } from '../../ui/inputs/button'
import { SearchInput } from '../../ui/inputs/search-input'
import { Dialog } from '../../ui/overlays/dialog'
import { type PaymentReviewLine, useFamilyChoices } from './payment-imports.api'

type FamilyDialogProps = {
  line: PaymentReviewLine
  onClose: () => void
  onChoose: (familyId: string) => void
}

export function FamilyDialog({ line, onClose, onChoose }: FamilyDialogProps) {
  const [text, setText] = useState('')
  const { data, isError, refetch } = useFamilyChoices(line.payer, useDebouncedValue(text.trim()))
  const more = data ? data.total - data.rows.length : 0
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Choose a family"
      description={
        line.payer ? (
          <>
            For all lines of <bdi className="wrap-anywhere">{line.payer}</bdi>
          </>
        ) : (
          `For line ${line.line}`
        )
      }
      width="narrow"
      footer={
        <Button variant="quiet" onClick={onClose}>
          Cancel
        </Button>
      }
    >
      <SearchInput
        label="Search parent, child or email"
        value={text}
        onValueChange={setText}
        className="mb-3"
      />
      <ul aria-label="Families" className="grid gap-2">
        {data?.rows.map((family) => (
          <li key={family.id}>
            <button
              type="button"
              onClick={() => {
                onChoose(family.id)
                onClose()
              }}
              className="kit-card kit-card-lifts w-full px-3 py-2 text-left wrap-anywhere"
            >
              <bdi className="block font-semibold">{family.name}</bdi>
              <span className="block text-note text-muted">
                {[family.children.map(isolate).join(', '), family.email].filter(Boolean).join(' · ')}
              </span>
            </button>
          </li>
        ))}
      </ul>
      {isError && <TableError message="Failed to load the families" onRetry={() => void refetch()} />}
      {data?.total === 0 && <TableMessage>No families match this search</TableMessage>}
      {more > 0 && <p className="mt-3 text-muted">{more} more: search for a name or an email.</p>}
    </Dialog>
  )
}
