import { LIMITS } from '@aftercare/domain/limits'
import { ACCOUNT_STATUS_LABELS, ACCOUNT_STATUSES, type AccountStatus } from '@aftercare/domain/names'
import type { FormEvent } from 'react'
import { ApiError } from '../../features/api-client'
import { formRules } from '../../features/form-rules'
import { useMessages } from '../../features/messages'
import { type ParentDetail, useUpdateParent } from '../../features/parents/parents.api'
import { refusalWords } from '../../features/refusal-words'
import { UnsavedChanges } from '../../features/unsaved-changes'
import { useFieldErrors } from '../../features/use-field-errors'
import { Button } from '../../ui/button'
import { Field, TextInput } from '../../ui/field'
import { SelectInput } from '../../ui/select-input'
import { SavedNow, StaleNote } from '../stale-note'
import type { ParentDraft, ParentValues } from './use-parent-draft'

const rules = formRules(async () => (await import('@aftercare/domain/family-schemas')).parentEditSchema)

const STATUS_OPTIONS = ACCOUNT_STATUSES.map((value) => ({ value, label: ACCOUNT_STATUS_LABELS[value] }))

const STATUS_HINTS: Record<AccountStatus, string> = {
  active: 'May sign in and register children.',
  inactive: 'A label only: may still sign in and register children.',
  suspended: 'Is signed out at once; cannot sign in or register children.',
}

type ParentEditFormProps = { parent: ParentDetail; draft: ParentDraft; onDone: () => void }

/** What is typed stays until it is saved or given up; where somebody else saves meanwhile, the person says what holds. */
export function ParentEditForm({ parent, draft, onDone }: ParentEditFormProps) {
  const { values: form } = draft
  const fields = useFieldErrors()
  const { errors } = fields
  const say = useMessages(`parent ${parent.id}`)
  const update = useUpdateParent(parent.id, {
    onSuccess: (saved, sent) => {
      draft.settle(sent, saved.version ?? 0)
      say.success('Success', 'Parent information updated successfully')
      onDone()
    },
    onError: (error) => {
      say.error('Error', refusalWords(error) ?? 'Failed to update parent information')
      fields.show(error instanceof ApiError ? error.fields : {})
    },
  })
  const setForm = (part: Partial<ParentValues>) => {
    draft.change({ ...form, ...part })
    fields.correct(...Object.keys(part))
  }
  const solve = (take: () => void) => () => {
    take()
    fields.clear()
    say.clear()
  }

  const save = async (event: FormEvent) => {
    event.preventDefault()
    const { data, problems } = await rules.check(form)
    fields.show(problems ?? {})
    if (!problems) update.send({ id: parent.id, ...data, version: draft.version })
  }
  const cancel = () => {
    draft.drop()
    say.clear()
    onDone()
  }

  return (
    <form noValidate onFocus={rules.fetchRules} onSubmit={save} className="grid gap-4">
      {draft.isStale && !update.isPending && (
        <StaleNote onReplace={solve(draft.insist)} onDiscard={solve(draft.drop)}>
          <SavedNow
            rows={[
              ['Full Name', parent.full_name || '-'],
              ['Email', parent.email],
              ['Account status', ACCOUNT_STATUS_LABELS[parent.status]],
            ]}
          />
        </StaleNote>
      )}
      <div className="grid items-start gap-4 desk:grid-cols-3">
        <Field label="Full Name" error={errors.full_name}>
          <TextInput
            value={form.full_name}
            maxLength={LIMITS.name}
            onValueChange={(full_name) => setForm({ full_name })}
          />
        </Field>
        <Field
          label="Email"
          required
          error={errors.email}
          description="Also the address to sign in with. The old address is told of a change."
        >
          <TextInput type="email" value={form.email} onValueChange={(email) => setForm({ email })} />
        </Field>
        <Field label="Account status" error={errors.status} description={STATUS_HINTS[form.status]}>
          <SelectInput
            options={STATUS_OPTIONS}
            value={form.status}
            onValueChange={(status) => setForm({ status })}
          />
        </Field>
      </div>
      <div className="flex justify-end gap-2">
        <Button kind="quiet" disabled={update.isPending} onClick={cancel}>
          Cancel
        </Button>
        <Button type="submit" busy={update.isPending}>
          Save Changes
        </Button>
      </div>
      <UnsavedChanges
        isDirty={draft.isDirty}
        staysHere={draft.staysHere}
        description={`Your changes to ${parent.full_name || parent.email} are not saved yet and would be lost.`}
      />
    </form>
  )
}
