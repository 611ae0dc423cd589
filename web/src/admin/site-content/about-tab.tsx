import { checkFields, type FieldErrors } from '@aftercare/domain/lib/field-rules'
import type { About } from '@aftercare/domain/site-content/about'
import { ABOUT_RULES } from '@aftercare/domain/site-content/about-rules'
import type { FormEvent } from 'react'
import { useUser } from '../../auth/auth-provider'
import { useMessages } from '../../lib/scoped-toast'
import { useFieldErrors } from '../../lib/use-field-errors'
import { SavedNow, StaleNote } from '../../ui/feedback/stale-note'
import { ErrorState } from '../../ui/feedback/states'
import { useFailureToast } from '../../ui/feedback/use-error-toast'
import { Field, TextArea, TextInput } from '../../ui/inputs/field'
import { Card } from '../../ui/layout/card'
import { useDraft } from '../settings/drafts'
import { FormFoot } from '../settings/form-foot'
import { FormSkeleton } from '../settings/form-skeleton'
import { refusedFields, type StoredSection, useSaveAbout, useStoredAbout } from './site-content.admin.api'

const FAILED = 'Failed to load about aftercare content'
const WIDTH = 'max-w-[44rem]'

const FIELDS: readonly { name: keyof About; label: string; rows: number; hint?: string }[] = [
  { name: 'title', label: 'Title', rows: 1 },
  { name: 'description', label: 'Description', rows: 4 },
  { name: 'program_hours', label: 'Program Hours', rows: 1, hint: '3:30 PM - 6:00 PM' },
  { name: 'pricing', label: 'Pricing', rows: 2 },
  { name: 'contact', label: 'Contact', rows: 2 },
]

export function AboutTab() {
  const { data: stored, isError, refetch } = useStoredAbout()
  const hasFailed = isError && !stored
  useFailureToast(hasFailed, FAILED)
  if (hasFailed) return <ErrorState message={FAILED} onRetry={() => void refetch()} />
  if (!stored) return <FormSkeleton fields={FIELDS.length} className={WIDTH} />
  return <AboutForm stored={stored} />
}

function AboutForm({ stored }: { stored: StoredSection<About> }) {
  const say = useMessages('about aftercare')
  const draft = useDraft('about', stored)
  const save = useSaveAbout(useUser().id, {
    onSuccess: ({ version }) => {
      draft.settle(version)
      say.success('Success', 'About Aftercare content has been updated successfully.')
    },
    onError: (error) => {
      const wrong = showFirst(refusedFields(error))
      if (wrong) say.error('Validation Error', wrong)
      else say.error('Error', 'Failed to save content. Please try again.')
    },
  })
  const { errors, ...fields } = useFieldErrors()

  const submit = (event: FormEvent) => {
    event.preventDefault()
    const wrong = showFirst(checkFields(draft.values, ABOUT_RULES))
    if (wrong) return say.error('Validation Error', wrong)
    draft.markSent()
    save.send({ values: draft.values, version: draft.version })
  }
  /** Another text stands in the form than the one that was refused. */
  const solve = (take: () => void) => () => {
    take()
    fields.clear()
    say.clear()
  }
  const showFirst = (found: FieldErrors) => fields.show(Object.fromEntries(Object.entries(found).slice(0, 1)))

  return (
    <Card className={WIDTH}>
      <form noValidate onSubmit={submit} className="grid gap-4">
        <p className="text-muted">Parents read this on the landing page and on their dashboard.</p>
        {draft.isStale && !save.isPending && (
          <StaleNote onReplace={solve(draft.insist)} onDiscard={solve(draft.drop)}>
            <SavedNow rows={FIELDS.map(({ name, label }) => [label, stored.values[name]])} />
          </StaleNote>
        )}
        {FIELDS.map(({ name, label, rows, hint }) => {
          const control = {
            name,
            value: draft.values[name],
            placeholder: hint,
            onValueChange: (text: string) => {
              draft.change({ ...draft.values, [name]: text })
              if (errors[name]) solve(() => {})()
            },
          }
          return (
            <Field
              key={name}
              label={label}
              required
              error={errors[name]}
              description={`${draft.values[name].trim().length} of ${ABOUT_RULES[name].maxLength} characters${hint ? `, for example ${hint}` : ''}`}
            >
              {rows === 1 ? <TextInput {...control} /> : <TextArea {...control} rows={rows} />}
            </Field>
          )
        })}
        <FormFoot isDirty={draft.isDirty} isSaving={save.isPending} onReset={solve(draft.drop)} />
      </form>
    </Card>
  )
}
