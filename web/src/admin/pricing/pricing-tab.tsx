import { checkFields } from '@aftercare/domain/lib/field-rules'
import { formatUsd, parseAmount } from '@aftercare/domain/lib/money'
import { PRICING_RULES } from '@aftercare/domain/pricing/pricing'
import { useState } from 'react'
import { ApiError } from '../../lib/api-client'
import { withConnection } from '../../lib/form-error-message'
import { useVersionedForm } from '../../lib/use-versioned-form'
import { AmountInput } from '../../ui/inputs/amount-input'
import { Field } from '../../ui/inputs/field'
import { Card, CardTitle } from '../../ui/layout/card'
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog'
import { PickupTimesCard } from '../board/pickup-times-card'
import { DropInApprovalCard } from '../drop-ins/drop-in-approval-card'
import { GuestConfirmationCard } from '../guest-confirmation/guest-confirmation-card'
import { SeatsCard } from '../months/seats-card'
import { FamilyBalancesCard } from '../payments/family-balances-card'
import { SettingsForm, StoredSettings } from '../settings/settings-form'
import { StatementDetailsCard } from '../statement/statement-details-card'
import { countOtherPrices, type Pricing, savePricingOptions, storedPricing, usePricing } from './pricing.api'

const FIELDS = [
  { name: 'regular_price', label: 'Regular Price', hint: 'Regular days' },
  { name: 'special_price', label: 'Special Price', hint: 'Noon and 2:30 dismissal days' },
  {
    name: 'family_drop_in_price',
    label: 'Drop-in price for families',
    hint: 'Requested by families and guests',
  },
  { name: 'staff_drop_in_price', label: 'Drop-in price for staff', hint: 'Entered by staff' },
] as const

export function PricingTab() {
  return (
    <div className="grid max-w-[36rem] grid-cols-[minmax(0,1fr)] items-start gap-4 xl:max-w-none xl:grid-cols-[repeat(2,minmax(0,1fr))]">
      <div className="grid gap-4">
        <StoredSettings query={usePricing()} failed="Failed to load pricing" fields={4}>
          {(pricing) => <PricingForm pricing={pricing} />}
        </StoredSettings>
        <DropInApprovalCard />
        <SeatsCard />
        <FamilyBalancesCard />
        <GuestConfirmationCard />
        <StatementDetailsCard />
      </div>
      <PickupTimesCard />
    </div>
  )
}

function monthsMessage(count: number): string {
  const later = 'New months start with these prices; drafts keep theirs.'
  if (count === 0) return `No months are published. ${later}`
  const months = count === 1 ? '1 published month' : `all ${count} published months`
  return `Saving changes prices for ${months}. ${later} Days already registered keep their price.`
}

const newPricesMessage = (months: number) =>
  `New prices apply to days chosen from now on, in ${months} published ${months === 1 ? 'month' : 'months'}. Days already registered keep their price.`

const priceText = (text: string) => {
  const cents = parseAmount(text)
  return cents === null ? text : formatUsd(cents)
}

function PricingForm({ pricing }: { pricing: Pricing }) {
  const form = useVersionedForm({
    name: 'pricing',
    stored: storedPricing(pricing),
    mutation: savePricingOptions,
    onSaved: ({ version, only_drop_ins }, save) => {
      if (version === save.version)
        form.toast.success('Nothing Changed', 'The prices are the same as before.')
      else if (only_drop_ins)
        form.toast.success('Drop-in prices saved', 'Drop-ins already booked keep their price.')
      else form.toast.success('Success', 'Default pricing has been updated for all active months')
    },
    onError: (error) => form.toast.error('Error', errorMessage(error)),
  })
  const [isAsking, setAsking] = useState(false)
  const errors = checkFields(form.values, PRICING_RULES)
  const changedMonths = countOtherPrices(pricing, form.values)
  const mustAsk = changedMonths > 0 && !form.conflict && Object.keys(errors).length === 0
  const save = () => {
    setAsking(false)
    form.submit(errors)
  }
  return (
    <Card>
      <CardTitle className="mb-3">Prices</CardTitle>
      <SettingsForm
        form={form}
        describe={(name, values) => [
          FIELDS.find((field) => field.name === name)?.label ?? name,
          priceText(values[name]),
        ]}
        onSubmit={() => (mustAsk ? setAsking(true) : save())}
      >
        <div className="grid items-start gap-4 sm:grid-cols-2">
          {FIELDS.map(({ name, label, hint }) => (
            <Field key={name} label={label} required error={form.errors[name]} description={hint}>
              <AmountInput {...form.control(name)} />
            </Field>
          ))}
        </div>
        <p className="text-muted">{monthsMessage(pricing.active_months)}</p>
      </SettingsForm>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title="Save new prices?"
        description={newPricesMessage(changedMonths)}
        confirmLabel="Save new prices"
        variant="primary"
        onConfirm={save}
      />
    </Card>
  )
}

/** The server's message, if any. */
function errorMessage(error: Error): string {
  const isServers = error instanceof ApiError && error.hasServerMessage
  return isServers ? error.message : withConnection(error, 'Failed to update pricing')
}
