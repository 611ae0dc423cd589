import type { AgreementSection } from '@aftercare/domain/agreements'
import { fieldProblems } from '@aftercare/domain/fields'
import { agreementSchema } from '@aftercare/domain/site-content-schemas'
import { type FormEvent, useState } from 'react'
import { ApiError, type FieldErrors } from '../../../features/api-client'
import { type StoredSection, useSaveAgreement } from '../../../features/site-content/site-content.admin.api'
import { AgreementLines } from '../../../features/submissions/agreement'
import { useOneToast } from '../../../features/submissions/use-one-toast'
import { Button } from '../../../ui/button'
import { Card, CardTitle } from '../../../ui/card'
import { Note } from '../../../ui/note'
import { toast } from '../../../ui/toast'
import { useDraft } from '../drafts'
import { StaleNote } from '../stale-note'
import { ItemList } from './item-list'

const SAVED: Record<AgreementSection, string> = {
  registration_agreement: 'Monthly agreement updated successfully',
  dropin_agreement: 'Drop-in agreement updated successfully',
}
const SIGNED_OUT = 'You must be logged in to update settings'
const FAILED = 'Failed to update agreement content'

type AgreementFormProps = { section: AgreementSection; stored: StoredSection<string[]> }

export function AgreementForm({ section, stored }: AgreementFormProps) {
  const say = useOneToast()
  const draft = useDraft(section, stored)
  const save = useSaveAgreement(section)
  const [errors, setErrors] = useState<FieldErrors>({})
  const items = draft.values

  const submit = (event: FormEvent) => {
    event.preventDefault()
    const checked = agreementSchema.safeParse({ items })
    if (!checked.success) {
      const problems = fieldProblems(checked.error)
      setErrors(problems)
      return say.error('Error', Object.values(problems)[0] ?? '')
    }
    setErrors({})
    save.mutate(
      { values: checked.data.items, version: draft.version },
      {
        onSuccess: () => {
          draft.drop()
          say.clear()
          toast.success('Success', SAVED[section])
        },
        onError: (error) => say.error('Error', isSignedOut(error) ? SIGNED_OUT : FAILED),
      },
    )
  }

  return (
    <form
      noValidate
      onSubmit={submit}
      className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 desk:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]"
    >
      <Card as="section" aria-label="Agreement items" className="grid gap-4">
        {draft.isStale && !save.isPending && (
          <StaleNote onReplace={draft.insist} onDiscard={draft.drop}>
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
            if (next.length !== items.length) setErrors({})
          }}
        />
        <div className="flex justify-end gap-2">
          <Button
            kind="quiet"
            disabled={!draft.isDirty}
            onClick={() => {
              draft.drop()
              setErrors({})
            }}
          >
            Reset
          </Button>
          <Button type="submit" busy={save.isPending}>
            Save Changes
          </Button>
        </div>
      </Card>
      <Card as="section" aria-label="As parents see it" className="desk:sticky desk:top-16">
        <CardTitle className="mb-3">As parents see it</CardTitle>
        <AgreementLines items={items.filter((item) => item.trim() !== '')} />
      </Card>
    </form>
  )
}

const isSignedOut = (error: Error) => error instanceof ApiError && error.code === 'signed-out'
