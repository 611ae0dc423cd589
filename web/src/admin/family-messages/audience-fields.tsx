import { AUDIENCES, type Audience } from '@aftercare/domain/family-messages/audiences'
import { monthLabel } from '@aftercare/domain/months/months'
import { useQuery } from '@tanstack/react-query'
import { Field } from '../../ui/inputs/field'
import { RadioGroup } from '../../ui/inputs/radio-group'
import { SelectInput } from '../../ui/inputs/select-input'
import { useAdminMonths } from '../months/months.api'
import { familyBalancesQuery } from '../payments/family-balances.api'
import type { To } from './audience'

const LABELS: Record<Audience, { label: string; description: string }> = {
  active: { label: 'All active families', description: 'Invited ones too, no guests' },
  month: { label: 'Families with a registration for a month', description: 'Guests too' },
  owe: { label: 'Families who owe', description: 'Balance Due above $0.00' },
}

type AudienceFieldsProps = { to: To; error: string | undefined; onChange: (to: Partial<To>) => void }

/** Whom to write to. Those who owe are offered only while families see what they owe. */
export function AudienceFields({ to, error, onChange }: AudienceFieldsProps) {
  const { data: months = [] } = useAdminMonths()
  const { data: balances } = useQuery(familyBalancesQuery())
  const offered = AUDIENCES.filter((each) => each !== 'owe' || balances?.is_shown || to.audience === 'owe')
  return (
    <>
      <RadioGroup
        label="To"
        value={to.audience}
        onValueChange={(audience) => onChange({ audience })}
        options={offered.map((value) => ({ value, ...LABELS[value] }))}
      />
      {to.audience === 'month' && (
        <Field label="Month" required error={error}>
          <SelectInput
            options={months.toReversed().map((month) => ({ value: month.id, label: monthLabel(month) }))}
            value={months.some(({ id }) => id === to.month_id) ? to.month_id : null}
            onValueChange={(month_id) => onChange({ month_id })}
            placeholder="Choose a month"
          />
        </Field>
      )}
    </>
  )
}
