import { familyCountLabel } from '@aftercare/domain/family-messages/family-messages'
import { formatUsd, toCents } from '@aftercare/domain/lib/money'
import type { CreditChoice, FeeChoice } from '@aftercare/domain/pricing/credits'
import { RadioGroup } from '../../ui/inputs/radio-group'

/** "3 families, $90.00" */
export const familiesAndAmount = (families: number, dollars: number) =>
  `${familyCountLabel(families)}, ${formatUsd(toCents(dollars))}`

type FeesProps = {
  /** Whom it concerns, and how much money. */
  amount: string
  value: FeeChoice
  onValueChange: (value: FeeChoice) => void
}

/** What happens to the fees of a day that is cancelled. */
export function FeeChoices({ amount, value, onValueChange }: FeesProps) {
  return (
    <RadioGroup
      label="Fees"
      value={value}
      onValueChange={onValueChange}
      options={[
        { value: 'credit', label: 'Credit the day to each family', description: amount },
        { value: 'keep', label: 'Keep the fees', description: 'Later edits keep them too.' },
      ]}
    />
  )
}

type CreditsProps = {
  amount: string
  value: CreditChoice
  onValueChange: (value: CreditChoice) => void
}

/** What happens to the credits of a day that takes place after all. */
export function CreditChoices({ amount, value, onValueChange }: CreditsProps) {
  return (
    <RadioGroup
      label="Credits"
      value={value}
      onValueChange={onValueChange}
      options={[
        { value: 'undo', label: 'Undo the credits', description: amount },
        { value: 'leave', label: 'Leave the credits', description: 'The day stays free of charge for them.' },
      ]}
    />
  )
}
