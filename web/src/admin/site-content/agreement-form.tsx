import { type AgreementSection, checkAgreement } from '@aftercare/domain/site-content/agreements'
import type { FormEvent } from 'react'
import { AgreementLines } from '../../features/submissions/agreement'
import { ApiError } from '../../lib/api-client'
import { useMessages } from '../../lib/scoped-toast'
import { useFieldErrors } from '../../lib/use-field-errors'
import { Note } from '../../ui/feedback/callout'
import { StaleNote } from '../../ui/feedback/stale-note'
import { Card, CardTitle } from '../../ui/layout/card'
import { useDraft } from '../settings/drafts'
import { FormFoot } from '../settings/form-foot'
import { ItemList } from './item-list'
import { type StoredSection, useSaveAgreement } from './site-content.admin.api'

const SAVED: Record<AgreementSection, string> = {
  registration_agreement: 'Monthly agreement updated successfully',
  dropin_agreement: 'Drop-in agreement updated successfully',
}
const SIGNED_OUT = 'You must be logged in to update settings'
const FAILED = 'Failed to update agreement content'

type AgreementFormProps = { section: AgreementSection; stored: StoredSection<string[]> }

export function AgreementForm({ section, stored }: AgreementFormProps) {
  const say = useMessages(section)
  const draft = useDraft(section, stored)
  const save = useSaveAgreement(section, {
    onSuccess: ({ version }) => {
      draft.settle(version)
      say.success('Success', SAVED[section])
    },
    onError: (error) =>
      say.error('Error', fields.showError(error) ?? (isSignedOut(error) ? SIGNED_OUT : FAILED)),
  })
  const { errors, ...fields } = useFieldErrors()
  const items = draft.values

  const submit = (event: FormEvent) => {
    event.preventDefault()
    const wrong = fields.show(checkAgreement(items))
    if (wrong) return say.error('Error', wrong)
    draft.markSent()
    save.send({ values: items, version: draft.version })
  }
  const solve = (take: () => void) => () => {
    take()
    fields.clear()
    say.clear()
  }

  return (
    <form
      noValidate
      onSubmit={submit}
      className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 desk:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]"
    >
      <Card as="section" aria-label="Agreement items" className="grid gap-4">
        {draft.isStale && !save.isPending && (
          <StaleNote onReplace={solve(draft.insist)} onDiscard={solve(draft.drop)}>
            <p className="mt-1.5 mb-1">Saved now:</p>
            <AgreementLines items={stored.values} />
          </StaleNote>
        )}
        {errors.items && (
          <div role="alert">
            <Note tone="danger">{errors.items}</Note>
          </div>
        )}
        <ItemList
          items={items}
          errorOf={(index) => errors[`items.${index}`]}
          onChange={(next) => {
            draft.change(next)
            if (next.length !== items.length) solve(() => {})()
            else fields.correct(...changedItems(items, next))
          }}
        />
        <FormFoot isDirty={draft.isDirty} isSaving={save.isPending} onReset={solve(draft.drop)} />
      </Card>
      <Card as="section" aria-label="As parents see it" className="desk:sticky desk:top-16">
        <CardTitle className="mb-3">As parents see it</CardTitle>
        <AgreementLines items={items.filter((item) => item.trim() !== '')} />
      </Card>
    </form>
  )
}

/** The names that the check gives to the items whose text is another now. */
const changedItems = (before: readonly string[], now: readonly string[]) =>
  now.flatMap((text, index) => (text === before[index] ? [] : [`items.${index}`]))

const isSignedOut = (error: Error) => error instanceof ApiError && error.code === 'signed-out'
