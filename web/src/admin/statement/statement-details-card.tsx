import {
  STATEMENT_RULES,
  type StatementDetails,
  TAX_EXEMPT,
} from '@aftercare/domain/statement/statement-details'
import type { FormEvent } from 'react'
import { refusalWords } from '../../lib/error-message'
import { useMessages } from '../../lib/scoped-toast'
import { useFieldErrors } from '../../lib/use-field-errors'
import { SavedNow, StaleNote } from '../../ui/feedback/stale-note'
import { ErrorState } from '../../ui/feedback/states'
import { Field, TextArea, TextInput } from '../../ui/inputs/field'
import { Card, CardTitle } from '../../ui/layout/card'
import { useDraft } from '../settings/drafts'
import { FormFoot } from '../settings/form-foot'
import { FormSkeleton } from '../settings/form-skeleton'
import {
  type StoredStatementDetails,
  useSaveStatementDetails,
  useStatementDetails,
} from './statement-details.admin.api'

const FAILED = 'Failed to load the statement details'
const SAVE_FAILED = 'Failed to save the statement details'
const LABELS = { legal_name: 'Legal name', address: 'Address', tax_number: 'Tax number' } as const
type Name = keyof typeof LABELS
const NAMES = Object.keys(LABELS) as Name[]

/** Who gave the care, as families' yearly statements tell it. */
export function StatementDetailsCard() {
  const { data, isError, refetch } = useStatementDetails()
  if (data) return <DetailsForm details={data} />
  if (isError) return <ErrorState message={FAILED} onRetry={() => void refetch()} />
  return <FormSkeleton fields={3} />
}

const typed = (details: StatementDetails): Record<Name, string> => ({
  legal_name: details.legal_name ?? '',
  address: details.address ?? '',
  tax_number: details.tax_number ?? '',
})

function DetailsForm({ details }: { details: StoredStatementDetails }) {
  const say = useMessages('statement details')
  const draft = useDraft('statement_details', { values: typed(details), version: details.version })
  const fields = useFieldErrors()
  const save = useSaveStatementDetails({
    onSuccess: (saved) => {
      draft.settle(saved.version)
      say.success('Success', 'Statement details have been saved')
    },
    onError: (error) => {
      fields.showError(error)
      say.error('Error', refusalWords(error) ?? SAVE_FAILED)
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!fields.check(draft.values, STATEMENT_RULES)) return
    draft.markSent()
    save.send({ ...draft.values, version: draft.version })
  }
  const solve = (take: () => void) => () => {
    take()
    fields.clear()
    say.clear()
  }
  const control = (name: Name) => ({
    value: draft.values[name],
    onValueChange: (text: string) => {
      draft.change({ ...draft.values, [name]: text })
      fields.correct(name)
    },
  })
  return (
    <Card as="section" aria-labelledby="statement-details">
      <CardTitle id="statement-details">Statement details</CardTitle>
      <p className="mt-1 mb-3 text-muted">
        Shown on families' yearly statements, which they need for taxes and dependent-care accounts. What is
        left empty is left out.
      </p>
      <form noValidate onSubmit={submit} className="grid gap-4">
        {draft.isStale && !save.isPending && (
          <StaleNote onReplace={solve(draft.insist)} onDiscard={solve(draft.drop)}>
            <SavedNow rows={NAMES.map((name): [string, string] => [LABELS[name], details[name] ?? '-'])} />
          </StaleNote>
        )}
        <Field label={LABELS.legal_name} error={fields.errors.legal_name}>
          <TextInput {...control('legal_name')} />
        </Field>
        <Field label={LABELS.address} error={fields.errors.address}>
          <TextArea {...control('address')} />
        </Field>
        <Field
          label={LABELS.tax_number}
          error={fields.errors.tax_number}
          description={`Such as 12-3456789, or "${TAX_EXEMPT}"`}
        >
          <TextInput {...control('tax_number')} />
        </Field>
        <FormFoot
          isDirty={draft.isDirty}
          isSaving={save.isPending}
          onReset={solve(draft.drop)}
          resetLabel="Discard changes"
          saveLabel="Save details"
        />
      </form>
    </Card>
  )
}
