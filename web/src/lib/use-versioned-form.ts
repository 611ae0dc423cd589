import type { FieldErrors } from '@aftercare/domain/lib/field-rules'
import type { UseMutationOptions } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { ApiError } from './api-client'
import { controlsOf } from './form-controls'
import { useToast } from './scoped-toast'
import { useAppMutation } from './use-app-mutation'
import { useDraft } from './use-draft'
import { useFieldErrors } from './use-field-errors'
import {
  commitDraft,
  conflictsOf,
  type Draft,
  discardFields,
  editDraft,
  isEmptyDraft,
  isUnsaved,
  overwriteFields,
  type Save,
  settledFields,
  type Versioned,
} from './versioned-draft'

export type SaveOptions<Row, Values> = UseMutationOptions<Row, Error, Save<Values>>

export type FormOptions<Row, Values> = {
  /** Key for the draft and its toasts. */
  name: string
  stored: Versioned<Values>
  mutation: SaveOptions<Row, Values>
  /** `isDone`: nothing was typed meanwhile. Called even when the form has unmounted by then. */
  onSaved: (row: Row, save: Save<Values>, isDone: boolean) => void
  onError: (error: Error, save: Save<Values>) => void
  /** Maps errors to the form's fields, where the request names them differently. */
  fieldErrors?: (error: Error) => FieldErrors
}

export type VersionedForm<Row, Values extends object> = ReturnType<typeof useVersionedForm<Row, Values>>

const NO_EDITS = { changes: {}, base: {} }

const errorsOf = (error: Error): FieldErrors => (error instanceof ApiError ? error.fields : {})

/**
 * A form over a stored row. Untouched fields follow the server; where somebody else saved a field that was edited here,
 * both values are shown and nothing is sent until the user has decided. The draft survives an expired session.
 */
export function useVersionedForm<Row, Values extends object>({
  name,
  stored,
  mutation,
  onSaved,
  onError,
  fieldErrors = errorsOf,
}: FormOptions<Row, Values>) {
  const typed = useDraft<Draft<Values>>(name, { empty: NO_EDITS })
  const draft = typed.values
  const { errors, ...fields } = useFieldErrors()
  const toast = useToast(name)
  /** Counts clicks on Save: the conflict is scrolled into view again. */
  const [attempts, setAttempts] = useState(0)
  const saveOf = (draft: Draft<Values>): Save<Values> => ({
    ...draft,
    version: stored.version,
    values: { ...stored.values, ...draft.changes },
  })
  const save = useAppMutation(mutation, {
    onSuccess: (row, variables) => {
      const left = typed.change((now) => commitDraft(now, variables.changes, stored.isSame))
      setAttempts(0)
      onSaved(row, variables, isEmptyDraft(left))
    },
    onError: (error, variables) => {
      fields.show(fieldErrors(error))
      onError(error, variables)
    },
  })
  // Stored as typed, by anybody, also by a save from here whose response was lost: no longer a change.
  const settled = save.isPending ? [] : settledFields(draft, stored.values)
  useEffect(() => {
    if (settled.length > 0) typed.change((now) => discardFields(now, settled))
  })
  const conflicts = conflictsOf(draft, stored)
  /** The form's values are no longer those that were rejected. */
  const resolve = (next: (now: Draft<Values>) => Draft<Values>) => () => {
    typed.change(next)
    setAttempts(0)
    fields.clear()
    toast.clear()
  }
  const { values } = saveOf(draft)
  /** `corrected` names the fields whose errors this clears. */
  const edit = (part: Partial<Values>, corrected: readonly string[] = Object.keys(part)) => {
    setAttempts(0)
    fields.clearErrors(...corrected)
    typed.change((now) => editDraft(now, part, stored.values, save.isPending))
  }
  return {
    values,
    stored: stored.values,
    errors,
    fields,
    toast,
    isDirty: !isEmptyDraft(draft),
    /** Whether leaving loses anything; a blank at the end of a text is not. While a save is pending, it is on its way. */
    isUnsaved: !save.isPending && isUnsaved(draft, stored),
    draft,
    isChanged: (field: keyof Values) => field in draft.changes,
    isSaving: save.isPending,
    conflicts,
    /** For the ConflictAlert. While a save is pending, a new version may be its own. */
    conflict:
      conflicts.length > 0 && !save.isPending
        ? {
            attempts,
            onOverwrite: resolve((now) => overwriteFields(now, conflicts, stored.values)),
            onDiscard: resolve((now) => discardFields(now, conflicts)),
          }
        : null,
    edit,
    control: controlsOf(values, edit),
    /** `found` are the client-side errors; `part` is changed by submitting alone. */
    submit: (found: FieldErrors = {}, part: Partial<Values> = {}) => {
      fields.show(found)
      setAttempts(attempts + 1)
      if (Object.keys(found).length > 0 || conflicts.length > 0) return
      save.mutate(saveOf(typed.change((now) => editDraft(now, part, stored.values, save.isPending))))
    },
    discard: resolve(() => NO_EDITS),
    /** Leaves toasts as they are: the form is gone. */
    clearDraft: typed.clear,
    discardFields: (...names: (keyof Values)[]) => resolve((now) => discardFields(now, names))(),
    save,
  }
}
