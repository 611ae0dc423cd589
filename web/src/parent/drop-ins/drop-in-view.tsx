import { dropInOptionLabel } from '@aftercare/domain/drop-ins/drop-in-dates'
import { MAX_LENGTH } from '@aftercare/domain/lib/field-lengths'
import { formatUsdShort } from '@aftercare/domain/lib/money'
import { en as enDays } from '@aftercare/domain/months/texts/en'
import { Hourglass } from 'lucide-react'
import { type KeyboardEvent, useId } from 'react'
import { AgreementLines } from '../../features/submissions/agreement'
import { useTexts } from '../../language/language'
import { Form } from '../../lib/form'
import { Callout } from '../../ui/feedback/callout'
import { RetryNote } from '../../ui/feedback/retry-note'
import { Skeleton } from '../../ui/feedback/skeleton'
import { Button } from '../../ui/inputs/button'
import { Checkbox } from '../../ui/inputs/checkbox'
import { Field, TextArea } from '../../ui/inputs/field'
import { RadioGroup } from '../../ui/inputs/radio-group'
import { Card } from '../../ui/layout/card'
import { Container } from '../../ui/layout/container'
import { PageHeader } from '../../ui/layout/page-header'
import { en as enUi } from '../../ui/texts/en'
import { ConfirmEmailNotice } from '../guest-confirmation/confirm-email-notice'
import { GuestDraftNotice } from '../guest-draft-notice'
import { DropInChild } from './drop-in-child'
import { DropInGuest } from './drop-in-guest'
import { en } from './texts/en'
import { type DropInFormState, useDropInForm } from './use-drop-in-form'
import { useSubmitDropIn } from './use-submit-drop-in'

export function DropInView({ personId }: { personId: string | null }) {
  const t = useTexts(en)
  const state = useDropInForm(personId)
  const { submit, errors, change, isSending } = useSubmitDropIn(state, personId)
  const form = { ...state, change }
  const missingId = useId()
  const isGuest = personId === null
  // All at once, to avoid layout shifts.
  const isLoading = form.policies.isPending || (!isGuest && form.children.isPending)
  const back = isGuest
    ? { to: '/guest-portal', label: t.toGuestPortal }
    : { to: '/dashboard', label: t.toDashboard }

  // With a disabled submit button browsers ignore Enter; handle it to show what is missing.
  function onKeyDown(event: KeyboardEvent) {
    const isField = event.target instanceof HTMLInputElement && event.currentTarget.contains(event.target)
    if (event.key !== 'Enter' || !isField || form.isComplete) return
    event.preventDefault()
    submit()
  }
  return (
    <Container className="max-w-2xl">
      <PageHeader description={t.description} back={back} />
      {isLoading ? (
        <FormSkeleton />
      ) : (
        <Form draft={form.draft} onSubmit={submit} onKeyDown={onKeyDown} className="grid gap-5">
          {isGuest && <GuestDraftNotice isEmpty={form.isEmpty} onClear={form.clear} />}
          {isGuest ? <DropInGuest form={form} errors={errors} /> : <DropInChild form={form} />}
          {isGuest && <ConfirmEmailNotice />}
          <DateNeeded form={form} />
          {/* Also if they were known before: they are no longer offered. */}
          <RetryNote queries={[{ ...form.dates, data: undefined }]}>{t.datesFailed}</RetryNote>
          <Field label={t.notes} error={errors.additional_notes}>
            <TextArea
              value={form.values.additionalNotes}
              maxLength={MAX_LENGTH.notes}
              placeholder={t.notesHint}
              onValueChange={(additionalNotes) => form.change({ additionalNotes })}
            />
          </Field>
          {(form.feeCents !== undefined || form.dates.isPending) && <FeeBox form={form} />}
          {form.needsApproval && (
            <Callout tone="warning" icon={<Hourglass aria-hidden="true" />}>
              {t.needsApproval}
            </Callout>
          )}
          <Card as="section" aria-label={t.policies}>
            <AgreementLines {...form.policies.text} />
            <Checkbox
              className="mt-3"
              checked={form.agreed}
              onCheckedChange={form.setAgreed}
              label={<span className="font-semibold">{t.agree}</span>}
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
              {t.submit}
            </Button>
            {!form.isComplete && (
              <p id={missingId} className="mt-2 text-center text-sm text-muted">
                {missingMessage(form, isGuest, t.missing)}
              </p>
            )}
          </div>
        </Form>
      )}
    </Container>
  )
}

function FormSkeleton() {
  const t = useTexts(enUi)
  return (
    <div role="status" className="grid gap-5">
      <span className="sr-only">{t.loading}</span>
      <Skeleton className="h-28 w-full" />
      <Skeleton className="h-28 w-full" />
      <Skeleton className="h-40 w-full" />
    </div>
  )
}

function DateNeeded({ form }: { form: DropInFormState }) {
  const t = useTexts(en)
  const days = useTexts(enDays)
  return (
    <RadioGroup
      label={t.date}
      required
      value={form.values.requestDate || null}
      onValueChange={(requestDate) => form.change({ requestDate })}
      options={form.options.map((option) => {
        const { label, detail } = dropInOptionLabel(option, option.available || option.isPending, days)
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

function FeeBox({ form: { feeCents, chosen } }: { form: DropInFormState }) {
  const t = useTexts(en)
  const count = chosen.length
  return (
    <p className="flex items-center gap-4 rounded-card bg-warning-soft px-5 py-4">
      <b className="font-display text-3xl leading-none font-extrabold text-warning-ink">
        {feeCents === undefined ? <Skeleton className="h-8 w-14" /> : formatUsdShort(feeCents)}
      </b>
      <span className="text-sm leading-snug">
        {feeCents !== undefined && count > 1 && (
          <b className="block">{t.feeEach(count, formatUsdShort(feeCents / count))}</b>
        )}
        {t.fee}
      </span>
    </p>
  )
}

function missingMessage(
  { values, agreed, chosen, options, dates }: DropInFormState,
  isGuest: boolean,
  t: (typeof en)['missing'],
): string {
  if (dates.isSuccess && options.every((option) => !option.available)) return t.noDay
  if (!isGuest && chosen.length === 0) return t.child
  const names = [values.parentName, values.parentEmail, values.childName]
  if (isGuest && names.some((name) => name.trim() === '')) return t.fields
  if (values.requestDate === '') return t.date
  return agreed ? '' : t.agreement
}
