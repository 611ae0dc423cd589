import { hasAllergies } from '@aftercare/domain/attendance/attendance'
import { CHILD_RULES } from '@aftercare/domain/children/children'
import { matchChild } from '@aftercare/domain/guest-claims/guest-claims'
import { MAX_LENGTH } from '@aftercare/domain/lib/field-lengths'
import type { FieldMessages } from '@aftercare/domain/lib/field-rules'
import { isolate } from '@aftercare/domain/lib/isolate'
import { formatUsd, toCents } from '@aftercare/domain/lib/money'
import { TriangleAlert } from 'lucide-react'
import { type FormEvent, useId, useState } from 'react'
import { getErrorMessage } from '../../lib/error-message'
import { formatDayCount } from '../../lib/format-day-count'
import { scopedToast } from '../../lib/scoped-toast'
import { useFieldErrors } from '../../lib/use-field-errors'
import { Callout } from '../../ui/feedback/callout'
import { RetryNote } from '../../ui/feedback/retry-note'
import { Skeleton } from '../../ui/feedback/skeleton'
import { Button } from '../../ui/inputs/button'
import { Field, TextInput } from '../../ui/inputs/field'
import { RadioGroup } from '../../ui/inputs/radio-group'
import { Dialog } from '../../ui/overlays/dialog'
import { type Child, useChildren } from '../children/children.api'
import { claimTitle } from './claim-title'
import { type GuestClaim, useClaim } from './guest-claims.api'

const NEW_CHILD = 'new'

/** Chooses the child: one of the family's, or a new one. */
export function ClaimDialog({ claim, onClose }: { claim: GuestClaim; onClose: () => void }) {
  const formId = useId()
  const query = useChildren()
  const children = query.data ?? []
  const toast = scopedToast(`claim ${claim.id}`)
  const { errors, ...fields } = useFieldErrors()
  const [chosen, setChosen] = useState<string | null>(null)
  const [child, setChild] = useState({
    name: claim.guest_child_name,
    allergies: claim.guest_child_allergies ?? '',
  })
  // The default: the child of that name, else a new one.
  const choice = chosen ?? matchChild(children, claim.guest_child_name)?.id ?? NEW_CHILD
  const send = useClaim(claim, {
    onSuccess: () => {
      toast.success('Success!', `${claimTitle(claim)} has been added to your account.`)
      onClose()
    },
    onError: (error) => {
      fields.showError(error)
      toast.error(
        'Error',
        getErrorMessage(error) ?? "We couldn't add this to your account. Please try again.",
      )
    },
  })
  const close = () => {
    toast.clear()
    onClose()
  }
  const change = (next: NewChildValues) => {
    setChild(next)
    fields.clear()
  }
  const isNew = choice === NEW_CHILD
  function submit(event: FormEvent) {
    event.preventDefault()
    const { name, allergies } = CHILD_RULES
    const isWrong = isNew && !fields.check(child, { name, allergies })
    if (isWrong) return
    // If the response was lost the child may exist by now: the next click sends the same request.
    setChosen(choice)
    send.mutate(isNew ? { child } : { child_id: choice })
  }
  return (
    <Dialog
      open
      onOpenChange={(next) => !next && close()}
      title="Add to your account"
      description={`${claimTitle(claim)}: ${formatDayCount(claim.selected_days.length)}, ${formatUsd(toCents(claim.total_fee))}. Submitted for ${isolate(claim.guest_child_name)}.`}
      width="narrow"
      dismissible={false}
      loading={send.isPending}
      footer={
        <>
          <Button variant="quiet" disabled={send.isPending} onClick={close}>
            Cancel
          </Button>
          <Button
            type="submit"
            form={formId}
            loading={send.isPending}
            disabled={!query.data || (isNew && child.name.trim() === '')}
          >
            Add
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="grid gap-4">
        <RetryNote queries={[query]}>We couldn't load your children.</RetryNote>
        {query.isPending && <Skeleton className="h-24 w-full" />}
        {children.length > 0 && (
          <RadioGroup
            label="Which child is it for?"
            value={choice}
            onValueChange={setChosen}
            options={[
              ...children.map(({ id, name }) => ({ value: id, label: name })),
              { value: NEW_CHILD, label: 'A new child' },
            ]}
          />
        )}
        {query.data && isNew && <NewChild child={child} errors={errors} onChange={change} />}
        <AllergyReminder claim={claim} child={children.find(({ id }) => id === choice)} />
      </form>
    </Dialog>
  )
}

type NewChildValues = { name: string; allergies: string }

function NewChild({
  child,
  errors,
  onChange,
}: {
  child: NewChildValues
  errors: FieldMessages
  onChange: (child: NewChildValues) => void
}) {
  return (
    <>
      <Field label="Name" required error={errors['child.name'] ?? errors.name}>
        <TextInput
          value={child.name}
          maxLength={MAX_LENGTH.name}
          autoComplete="off"
          onValueChange={(name) => onChange({ ...child, name })}
        />
      </Field>
      <Field
        label="Allergies"
        error={errors['child.allergies'] ?? errors.allergies}
        description="Food, medicine or anything else."
      >
        <TextInput
          value={child.allergies}
          maxLength={MAX_LENGTH.allergies}
          autoComplete="off"
          onValueChange={(allergies) => onChange({ ...child, allergies })}
        />
      </Field>
    </>
  )
}

/** The child's own allergies apply from now on: shows those that were written as a guest. */
function AllergyReminder({ claim, child }: { claim: GuestClaim; child: Child | undefined }) {
  const written = claim.guest_child_allergies
  if (!child || !hasAllergies(written) || child.allergies === written) return null
  return (
    <Callout tone="danger" icon={<TriangleAlert aria-hidden="true" />}>
      Allergies you entered as a guest: {isolate(written)}. Please make sure they're listed for{' '}
      <bdi>{child.name}</bdi> under My Children.
    </Callout>
  )
}
