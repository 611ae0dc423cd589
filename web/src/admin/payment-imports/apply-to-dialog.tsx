import { isolate } from '@aftercare/domain/lib/isolate'
import { formatUsd, toCents } from '@aftercare/domain/lib/money'
import { openCents } from '@aftercare/domain/payments/balances'
import { submissionTitle } from '@aftercare/domain/submissions/submissions'
import { useState } from 'react'
import { useErrorToast } from '../../ui/feedback/use-error-toast'
import { Button } from '../../ui/inputs/button'
import { RadioGroup } from '../../ui/inputs/radio-group'
import { Dialog } from '../../ui/overlays/dialog'
import { PARENT_FAILED, useSubmissionChoices } from '../parents/parents.api'
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
  useErrorToast(choices.isError, PARENT_FAILED)
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
      <RadioGroup
        label="Apply to"
        options={[{ value: GENERAL, label: 'General Payment' }, ...options]}
        value={chosen}
        onValueChange={setChosen}
      />
    </Dialog>
  )
}
