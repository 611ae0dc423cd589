import { formatUsd, toCents } from '@aftercare/domain/lib/money'
import { PRICING_RULES } from '@aftercare/domain/pricing/pricing'
import type { FormEvent } from 'react'
import { ApiError } from '../../lib/api-client'
import { useMessages } from '../../lib/scoped-toast'
import { useFieldErrors } from '../../lib/use-field-errors'
import { SavedNow, StaleNote } from '../../ui/feedback/stale-note'
import { ErrorState } from '../../ui/feedback/states'
import { useFailureToast } from '../../ui/feedback/use-error-toast'
import { Field, TextInput } from '../../ui/inputs/field'
import { Card, CardTitle } from '../../ui/layout/card'
import { PickupTimesCard } from '../board/pickup-times-card'
import { SeatsCard } from '../months/seats-card'
import { useDraft } from '../settings/drafts'
import { FormFoot } from '../settings/form-foot'
import { FormSkeleton } from '../settings/form-skeleton'
import { StatementDetailsCard } from '../statement/statement-details-card'
import { type Pricing, usePricing, useSavePricing } from './pricing.admin.api'

const FAILED = 'Failed to load pricing'

const FIELDS = [
  { name: 'regular_price', label: 'Regular Price', hint: 'Regular days' },
  { name: 'special_price', label: 'Special Price', hint: 'Noon and 2:30 dismissal days' },
] as const

export function PricingTab() {
  return (
    <div className="grid max-w-[36rem] grid-cols-[minmax(0,1fr)] items-start gap-4 xl:max-w-none xl:grid-cols-[repeat(2,minmax(0,1fr))]">
      <div className="grid gap-4">
        <Prices />
        <SeatsCard />
        <StatementDetailsCard />
      </div>
      <PickupTimesCard />
    </div>
  )
}

function Prices() {
  const { data: pricing, isError, refetch } = usePricing()
  const hasFailed = isError && !pricing
  useFailureToast(hasFailed, FAILED)
  if (hasFailed) return <ErrorState message={FAILED} onRetry={() => void refetch()} />
  if (!pricing) return <FormSkeleton fields={2} />
  return <PricingForm pricing={pricing} />
}

const typed = (dollars: number) => dollars.toFixed(2)
/** "21" and "21.00" are one price. */
const priceMeant = (text: string) => (text.trim() === '' ? '' : Number(text))

function monthsWords(count: number): string {
  const later = 'New months start with these prices, and drafts stay as they are.'
  if (count === 0) return `No month is published. ${later}`
  const months = count === 1 ? '1 published month' : `all ${count} published months`
  return `Saving changes the prices of ${months}. ${later} Registrations already made keep their fee until their days are changed.`
}

function PricingForm({ pricing }: { pricing: Pricing }) {
  const { regular_price, special_price, active_months, version } = pricing
  const say = useMessages('pricing')
  const stored = {
    values: { regular_price: typed(regular_price), special_price: typed(special_price) },
    version,
  }
  const draft = useDraft('pricing', stored, ({ regular_price, special_price }) => [
    priceMeant(regular_price),
    priceMeant(special_price),
  ])
  const fields = useFieldErrors()
  const save = useSavePricing({
    onSuccess: ({ active_months, version }, sent) => {
      draft.settle(version)
      if (version !== sent.version || active_months === 0)
        say.success('Success', 'Default pricing has been updated for all active months')
      else say.success('Nothing Changed', 'The prices are the same as before.')
    },
    onError: (error) => {
      fields.showError(error)
      say.error('Error', failureOf(error))
    },
  })

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!fields.check(draft.values, PRICING_RULES)) return
    draft.markSent()
    save.send({ ...draft.values, version: draft.version })
  }
  const solve = (take: () => void) => () => {
    take()
    fields.clear()
    say.clear()
  }

  return (
    <Card>
      <CardTitle className="mb-3">Prices</CardTitle>
      <form noValidate onSubmit={submit} className="grid gap-4">
        {draft.isStale && !save.isPending && (
          <StaleNote onReplace={solve(draft.insist)} onDiscard={solve(draft.drop)}>
            <SavedNow rows={FIELDS.map(({ name, label }) => [label, formatUsd(toCents(pricing[name]))])} />
          </StaleNote>
        )}
        <div className="grid items-start gap-4 sm:grid-cols-2">
          {FIELDS.map(({ name, label, hint }) => (
            <Field key={name} label={label} required error={fields.errors[name]} description={hint}>
              <TextInput
                type="number"
                inputMode="decimal"
                min={0}
                step={0.01}
                value={draft.values[name]}
                // Scrolling over the field must not change money.
                onWheel={(event) => event.currentTarget.blur()}
                onValueChange={(text) => {
                  draft.change({ ...draft.values, [name]: text })
                  fields.correct(name)
                }}
              />
            </Field>
          ))}
        </div>
        <p className="text-muted">{monthsWords(active_months)}</p>
        <FormFoot isDirty={draft.isDirty} isSaving={save.isPending} onReset={solve(draft.drop)} />
      </form>
    </Card>
  )
}

/** The server's own words where it sent any. */
function failureOf(error: Error): string {
  const isServers = error instanceof ApiError && error.isWorded
  return isServers ? error.message : 'Failed to update pricing'
}
