import { PARENT_RULES } from '@aftercare/domain/auth/account-rules'
import { ACCOUNT_STATUS_LABELS, ACCOUNT_STATUSES, type AccountStatus } from '@aftercare/domain/lib/enums'
import { LIMITS } from '@aftercare/domain/lib/field-lengths'
import { isolate } from '@aftercare/domain/lib/isolate'
import { type FormEvent, useCallback, useState } from 'react'
import { refusalWords } from '../../lib/error-message'
import { useMessages } from '../../lib/scoped-toast'
import { UnsavedChanges } from '../../lib/unsaved-changes'
import { useFieldErrors } from '../../lib/use-field-errors'
import type { useVersionedDraft } from '../../lib/versioned-draft'
import { BothValues, CHANGED_ELSEWHERE, StaleNote } from '../../ui/feedback/stale-note'
import { Button } from '../../ui/inputs/button'
import { Field, TextInput } from '../../ui/inputs/field'
import { SelectInput } from '../../ui/inputs/select-input'
import {
  type ParentDetail,
  type ParentValues,
  parentHref,
  storedParent,
  useUpdateParent,
} from './parents.api'

const STATUS_OPTIONS = ACCOUNT_STATUSES.map((value) => ({ value, label: ACCOUNT_STATUS_LABELS[value] }))

const STATUS_HINTS: Record<AccountStatus, string> = {
  active: 'May sign in and register children.',
  inactive: 'A label only: may still sign in and register children.',
  suspended: 'Is signed out at once; cannot sign in or register children.',
}

const LABELS: Record<keyof ParentValues, string> = {
  full_name: 'Full Name',
  email: 'Email',
  status: 'Account status',
}

const shown = (values: ParentValues, name: keyof ParentValues) =>
  (name === 'status' ? ACCOUNT_STATUS_LABELS[values.status] : values[name].trim()) || 'nothing'

type ParentEditFormProps = {
  parent: ParentDetail
  draft: ReturnType<typeof useVersionedDraft<ParentValues>>
  onDone: () => void
}

/** What is typed stays until it is saved or given up; where somebody else saves meanwhile, the person says what holds. */
export function ParentEditForm({ parent, draft, onDone }: ParentEditFormProps) {
  const { values: form, conflicts } = draft
  const stored = storedParent(parent)
  const [saves, setSaves] = useState(0)
  const fields = useFieldErrors()
  const { errors } = fields
  const say = useMessages(`parent ${parent.id}`)
  const update = useUpdateParent(parent.id, {
    onSuccess: (_, sent) => {
      draft.commit(sent)
      say.success('Success', 'Parent information updated successfully')
      onDone()
    },
    onError: (error) => {
      say.error('Error', refusalWords(error) ?? 'Failed to update parent information')
      fields.showError(error)
    },
  })
  const setForm = (part: Partial<ParentValues>) => {
    draft.edit(part, { isSaving: update.isPending })
    setSaves(0)
    fields.correct(...Object.keys(part))
  }
  const solve = (take: () => void) => () => {
    take()
    setSaves(0)
    fields.clear()
    say.clear()
  }

  const save = (event: FormEvent) => {
    event.preventDefault()
    setSaves(saves + 1)
    if (conflicts.length > 0) return
    if (fields.check(form, PARENT_RULES)) update.send(draft.change)
  }
  const path = parentHref(parent.id)
  const staysHere = useCallback((address: URL) => address.pathname === path, [path])
  const cancel = () => {
    draft.discard()
    say.clear()
    onDone()
  }

  return (
    <form noValidate onSubmit={save} className="grid gap-4">
      {conflicts.length > 0 && !update.isPending && (
        <StaleNote
          words={CHANGED_ELSEWHERE}
          saves={saves}
          onReplace={solve(draft.overwrite)}
          onDiscard={solve(draft.yieldConflicts)}
        >
          <BothValues
            rows={conflicts.map((name) => [LABELS[name], shown(stored.values, name), shown(form, name)])}
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
        staysHere={staysHere}
        description={`Your changes to ${isolate(parent.full_name || parent.email)} are not saved yet and would be lost.`}
      />
    </form>
  )
}
