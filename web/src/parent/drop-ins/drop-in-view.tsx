import { MAX_LENGTH } from '@aftercare/domain/lib/field-lengths'
import { formatUsdShort } from '@aftercare/domain/lib/money'
import { dropInOptionLabel } from '@aftercare/domain/months/availability'
import { PARENT_DROP_IN_FEE_CENTS } from '@aftercare/domain/pricing/fees'
import { type FormEvent, type KeyboardEvent, useId } from 'react'
import { AgreementLines, useAgreement } from '../../features/submissions/agreement'
import { RetryNote } from '../../ui/feedback/retry-note'
import { Skeleton } from '../../ui/feedback/skeleton'
import { Button } from '../../ui/inputs/button'
import { Checkbox } from '../../ui/inputs/checkbox'
import { Field, TextArea } from '../../ui/inputs/field'
import { RadioGroup } from '../../ui/inputs/radio-group'
import { Card } from '../../ui/layout/card'
import { Container } from '../../ui/layout/container'
import { PageHeader } from '../../ui/layout/page-header'
import { GuestDraftNotice } from '../guest-draft-notice'
import { DropInChild } from './drop-in-child'
import { DropInGuest } from './drop-in-guest'
import { type DropInFormState, useDropInForm } from './use-drop-in-form'
import { useSubmitDropIn } from './use-submit-drop-in'

export function DropInView({ personId }: { personId: string | null }) {
  const state = useDropInForm(personId)
  const { submit, errors, change, isSending } = useSubmitDropIn(state, personId)
  const form = { ...state, change }
  const policies = useAgreement('dropin_agreement')
  const missingId = useId()
  const isGuest = personId === null
  // All at once, to avoid layout shifts.
  const isLoading = policies.isPending || (!isGuest && form.children.isPending)
  const back = isGuest
    ? { to: '/guest-portal', label: 'Back to Guest Portal' }
    : { to: '/dashboard', label: 'Back to Dashboard' }

  function onSubmit(event: FormEvent) {
    event.preventDefault()
    submit()
  }
  // With a disabled submit button browsers ignore Enter; handle it to show what is missing.
  function onKeyDown(event: KeyboardEvent) {
    const isField = event.target instanceof HTMLInputElement && event.currentTarget.contains(event.target)
    if (event.key !== 'Enter' || !isField || form.isComplete) return
    event.preventDefault()
    submit()
  }
  return (
    <Container className="max-w-2xl">
      <PageHeader description="Request care for today or tomorrow." back={back} />
      {isLoading ? (
        <FormSkeleton />
      ) : (
        <form noValidate onSubmit={onSubmit} onKeyDown={onKeyDown} className="grid gap-5">
          {isGuest && <GuestDraftNotice isEmpty={form.isEmpty} onClear={form.clear} />}
          {isGuest ? <DropInGuest form={form} errors={errors} /> : <DropInChild form={form} />}
          <DateNeeded form={form} />
          <RetryNote queries={[form.dates]}>We couldn't check which days are open.</RetryNote>
          <Field label="Additional Notes" error={errors.additional_notes}>
            <TextArea
              value={form.values.additionalNotes}
              maxLength={MAX_LENGTH.notes}
              placeholder="Anything we should know for this afternoon"
              onValueChange={(additionalNotes) => form.change({ additionalNotes })}
            />
          </Field>
          <FeeBox />
          <Card as="section" aria-label="Policies">
            <AgreementLines items={policies.items} lang={policies.lang} />
            <Checkbox
              className="mt-3"
              checked={form.agreed}
              onCheckedChange={form.setAgreed}
              label={<span className="font-semibold">I agree to the terms and conditions</span>}
            />
          </Card>
          <div>
            <Button
              type="submit"
              block
              disabled={!form.isComplete}
              loading={isSending}
              aria-describedby={form.isComplete ? undefined : missingId}
            >
              Submit Request
            </Button>
            {!form.isComplete && (
              <p id={missingId} className="mt-2 text-center text-sm text-muted">
                {missingMessage(form, isGuest)}
              </p>
            )}
          </div>
        </form>
      )}
    </Container>
  )
}

function FormSkeleton() {
  return (
    <div role="status" className="grid gap-5">
      <span className="sr-only">Loading...</span>
      <Skeleton className="h-28 w-full" />
      <Skeleton className="h-28 w-full" />
      <Skeleton className="h-40 w-full" />
    </div>
  )
}

function DateNeeded({ form }: { form: DropInFormState }) {
  return (
    <RadioGroup
      label="Date Needed"
      required
      value={form.values.requestDate || null}
      onValueChange={(requestDate) => form.change({ requestDate })}
      options={form.options.map((option) => {
        const { label, detail } = dropInOptionLabel(option, option.available || !option.isKnown)
        return {
          value: option.date,
          disabled: !option.available,
          label: (
            <>
              {label} <span className="block text-note font-normal">{detail}</span>
            </>
          ),
        }
      })}
    />
  )
}

function FeeBox() {
  return (
    <p className="flex items-center gap-4 rounded-card bg-warning-soft px-5 py-4">
      <b className="font-display text-[2.25rem] leading-none font-extrabold text-warning-ink">
        {formatUsdShort(PARENT_DROP_IN_FEE_CENTS)}
      </b>
      <span className="text-sm leading-snug">
        Drop-in fee, charged through the external billing system upon approval.
      </span>
    </p>
  )
}

function missingMessage({ values, agreed, child, options }: DropInFormState, isGuest: boolean): string {
  if (options.every((option) => option.isKnown && !option.available)) {
    return 'Aftercare is not available today or tomorrow.'
  }
  if (!isGuest && !child) return 'Choose a child to submit your request.'
  const names = [values.parentName, values.parentEmail, values.childName]
  if (isGuest && names.some((name) => name.trim() === ''))
    return 'Fill in the required fields to submit your request.'
  if (values.requestDate === '') return 'Choose a date to submit your request.'
  return agreed ? '' : 'Check the agreement box to submit your request.'
}
