import type { About } from '@aftercare/domain/site-content/about'
import { type FormEvent, useRef, useState } from 'react'
import { useUser } from '../../auth/auth-provider'
import { formRules } from '../../features/form-rules'
import { useMessages } from '../../lib/scoped-toast'
import { SavedNow, StaleNote } from '../../ui/feedback/stale-note'
import { ErrorState } from '../../ui/feedback/states'
import { useFailureToast } from '../../ui/feedback/use-error-toast'
import { Field, TextArea, TextInput } from '../../ui/inputs/field'
import { Card } from '../../ui/layout/card'
import { useDraft } from '../settings/drafts'
import { FormFoot } from '../settings/form-foot'
import { FormSkeleton } from '../settings/form-skeleton'
import { refusedFields, type StoredSection, useSaveAbout, useStoredAbout } from './site-content.admin.api'

const rules = formRules(async () => (await import('@aftercare/domain/site-content/about-schema')).aboutSchema)

const FAILED = 'Failed to load about aftercare content'
const WIDTH = 'max-w-[44rem]'

type Name = keyof About

const FIELDS: readonly { name: Name; label: string; most: number; rows: number; hint?: string }[] = [
  { name: 'title', label: 'Title', most: 100, rows: 1 },
  { name: 'description', label: 'Description', most: 500, rows: 4 },
  { name: 'program_hours', label: 'Program Hours', most: 100, rows: 1, hint: '3:30 PM - 6:00 PM' },
  { name: 'pricing', label: 'Pricing', most: 200, rows: 2 },
  { name: 'contact', label: 'Contact', most: 200, rows: 2 },
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
      if (!tell(refusedFields(error))) say.error('Error', 'Failed to save content. Please try again.')
    },
  })
  const form = useRef<HTMLFormElement>(null)
  const [problem, setProblem] = useState<{ name: Name; message: string } | null>(null)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const { data, problems } = await rules.check(draft.values)
    if (problems) {
      tell(problems)
      return
    }
    setProblem(null)
    draft.markSent()
    save.send({ values: data, version: draft.version })
  }
  /** Another text stands in the form than the one that was refused. */
  const solve = (take: () => void) => () => {
    take()
    setProblem(null)
    say.clear()
  }

  /** One failure at a time, the first in the order of the form. */
  const tell = (problems: Record<string, string>) => {
    const first = FIELDS.find(({ name }) => problems[name])
    if (!first) return false
    const message = problems[first.name] ?? ''
    setProblem({ name: first.name, message })
    say.error('Validation Error', message)
    form.current?.querySelector<HTMLElement>(`[name="${first.name}"]`)?.focus()
    return true
  }

  return (
    <Card className={WIDTH}>
      <form ref={form} noValidate onFocus={rules.fetchRules} onSubmit={submit} className="grid gap-4">
        <p className="text-muted">Parents read this on the landing page and on their dashboard.</p>
        {draft.isStale && !save.isPending && (
          <StaleNote onReplace={solve(draft.insist)} onDiscard={solve(draft.drop)}>
            <SavedNow rows={FIELDS.map(({ name, label }) => [label, stored.values[name]])} />
          </StaleNote>
        )}
        {FIELDS.map(({ name, label, most, rows, hint }) => {
          const control = {
            name,
            value: draft.values[name],
            placeholder: hint,
            onValueChange: (text: string) => {
              draft.change({ ...draft.values, [name]: text })
              if (problem?.name === name) solve(() => {})()
            },
          }
          return (
            <Field
              key={name}
              label={label}
              required
              error={problem?.name === name ? problem.message : undefined}
              description={`${draft.values[name].trim().length} of ${most} characters${hint ? `, for example ${hint}` : ''}`}
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
