import { isolate } from '@aftercare/domain/lib/isolate'
import { formatUsd, toCents } from '@aftercare/domain/lib/money'
import { openCents } from '@aftercare/domain/payments/balances'
import { submissionTitle } from '@aftercare/domain/submissions/submissions'
import { useState } from 'react'
import { RetryNote } from '../../ui/feedback/retry-note'
import { Spinner } from '../../ui/feedback/spinner'
import { Button } from '../../ui/inputs/button'
import { RadioGroup } from '../../ui/inputs/radio-group'
import { Dialog } from '../../ui/overlays/dialog'
import { useSubmissionChoices } from '../parents/parents.api'
import type { PaymentReviewLine } from './payment-imports.api'

const GENERAL = 'general'

type ApplyToDialogProps = {
  line: PaymentReviewLine
  family: { id: string; name: string }
  onClose: () => void
  onChoose: (submissionId: string | null) => void
}

export function ApplyToDialog({ line, family, onClose, onChoose }: ApplyToDialogProps) {
  const [chosen, setChosen] = useState(line.submission?.id ?? GENERAL)
  const choices = useSubmissionChoices(family.id)
  const options = (choices.data ?? []).map((row) => ({
    value: row.id,
    label: `${submissionTitle(row.month, row.dropin_date)}, ${isolate(row.child_name)}`,
    description: `${formatUsd(toCents(row.total_fee))}, ${formatUsd(
      openCents({ totalFeeCents: toCents(row.total_fee), paidCents: toCents(row.paid_amount) }),
    )} open`,
  }))
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Apply to"
      description={
        <>
          {line.amount !== null && formatUsd(toCents(line.amount))} from <bdi>{family.name}</bdi>
        </>
      }
      width="narrow"
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button
            disabled={choices.isPending}
            onClick={() => {
              onChoose(chosen === GENERAL ? null : chosen)
              onClose()
            }}
          >
            Apply
          </Button>
        </>
      }
    >
      <RetryNote queries={[choices]} className="mb-3">
        We couldn't load the submissions.
      </RetryNote>
      {choices.isPending ? (
        <Spinner label="Loading..." />
      ) : (
        <RadioGroup
          label="Apply to"
          options={[{ value: GENERAL, label: 'General Payment' }, ...options]}
          value={chosen}
          onValueChange={setChosen}
        />
      )}
    </Dialog>
  )
}
