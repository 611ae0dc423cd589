import { hasAllergies } from '@aftercare/domain/children/allergies'
import { CHILD_RULES } from '@aftercare/domain/children/children'
import { childrenNamed } from '@aftercare/domain/guest-claims/children-named'
import { MAX_LENGTH } from '@aftercare/domain/lib/field-lengths'
import type { FieldMessages } from '@aftercare/domain/lib/field-rules'
import { isolate } from '@aftercare/domain/lib/isolate'
import { formatUsd, toCents } from '@aftercare/domain/lib/money'
import { formatDayCount } from '@aftercare/domain/submissions/day-count'
import { TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { useLanguage, useTexts } from '../../language/language'
import { richText } from '../../language/rich-text'
import { FormDialog } from '../../lib/form-dialog'
import { formErrorMessage } from '../../lib/form-error-message'
import { scopedToast } from '../../lib/scoped-toast'
import { useDraft } from '../../lib/use-draft'
import { useFieldErrors } from '../../lib/use-field-errors'
import { Callout } from '../../ui/feedback/callout'
import { RetryNote } from '../../ui/feedback/retry-note'
import { Skeleton } from '../../ui/feedback/skeleton'
import { Field, TextInput } from '../../ui/inputs/field'
import { RadioGroup } from '../../ui/inputs/radio-group'
import { en as enUi } from '../../ui/texts/en'
import { type Child, useChildren } from '../children/children.api'
import { claimTitle } from './claim-title'
import { type GuestClaim, useClaim } from './guest-claims.api'
import { en } from './texts/claim-dialog.en'

const NEW_CHILD = 'new'

/** Chooses the child: one of the family's, or a new one. */
export function ClaimDialog({ claim, onClose }: { claim: GuestClaim; onClose: () => void }) {
  const t = useTexts(en)
  const ui = useTexts(enUi)
  const query = useChildren()
  const children = query.data ?? []
  const toast = scopedToast(`claim ${claim.id}`)
  const { errors, ...fields } = useFieldErrors()
  const [chosen, setChosen] = useState<string | null>(null)
  const written = { name: claim.guest_child_name, allergies: claim.guest_child_allergies ?? '' }
  const draft = useDraft(`claim ${claim.id}`, { empty: written })
  const child = draft.values
  // The default: the child of that name, else a new one.
  const choice = chosen ?? childrenNamed(children, claim.guest_child_name)[0]?.id ?? NEW_CHILD
  const send = useClaim(claim, {
    onSuccess: () => {
      toast.success(ui.success, t.added(claimTitle(claim)))
      onClose()
    },
    onError: (error) => {
      fields.showError(error)
      toast.error(ui.error, formErrorMessage(error, t.failed))
    },
  })
  const close = () => {
    toast.clear()
    onClose()
  }
  const change = (next: NewChildValues) => {
    draft.change(next)
    fields.clear()
  }
  const isNew = choice === NEW_CHILD
  function submit() {
    const { name, allergies } = CHILD_RULES
    const isWrong = isNew && !fields.check(child, { name, allergies })
    if (isWrong) return
    // If the response was lost the child may exist by now: the next click sends the same request.
    setChosen(choice)
    send.mutate(isNew ? { child } : { child_id: choice })
  }
  return (
    <FormDialog
      draft={{ isUnsaved: isNew && draft.isUnsaved }}
      loading={send.isPending}
      title={t.title}
      description={t.description(
        claimTitle(claim),
        formatDayCount(claim.selected_days, claim.cancelled_days, useLanguage()),
        formatUsd(toCents(claim.total_fee)),
        isolate(claim.guest_child_name),
      )}
      saveLabel={t.add}
      disabled={!query.data}
      onSubmit={submit}
      onClose={close}
    >
      <RetryNote queries={[query]}>{t.childrenFailed}</RetryNote>
      {query.isPending && <Skeleton className="h-24 w-full" />}
      {children.length > 0 && (
        <RadioGroup
          label={t.which}
          value={choice}
          onValueChange={setChosen}
          options={[
            ...children.map(({ id, name }) => ({ value: id, label: name })),
            { value: NEW_CHILD, label: t.newChild },
          ]}
        />
      )}
      {query.data && isNew && <NewChild child={child} errors={errors} onChange={change} />}
      <AllergyReminder claim={claim} child={children.find(({ id }) => id === choice)} />
    </FormDialog>
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
  const t = useTexts(en)
  return (
    <>
      <Field label={t.name} required error={errors['child.name'] ?? errors.name}>
        <TextInput
          value={child.name}
          maxLength={MAX_LENGTH.name}
          autoComplete="off"
          onValueChange={(name) => onChange({ ...child, name })}
        />
      </Field>
      <Field
        label={t.allergies}
        error={errors['child.allergies'] ?? errors.allergies}
        description={t.allergiesHint}
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

/** Other submissions of the child know only its own allergies: shows those that were written as a guest. */
function AllergyReminder({ claim, child }: { claim: GuestClaim; child: Child | undefined }) {
  const t = useTexts(en)
  const written = claim.guest_child_allergies
  if (!child || !hasAllergies(written) || child.allergies === written) return null
  return (
    <Callout tone="danger" icon={<TriangleAlert />}>
      {richText(t.reminder, { allergies: isolate(written), child: <bdi>{child.name}</bdi> })}
    </Callout>
  )
}
