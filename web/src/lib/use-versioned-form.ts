import type { FieldErrors } from '@aftercare/domain/lib/field-rules'
import type { UseMutationOptions } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { ApiError } from './api-client'
import { useToast } from './scoped-toast'
import { useAppMutation } from './use-app-mutation'
import { useFieldErrors } from './use-field-errors'
import { useSessionDraft } from './use-session-draft'
import {
  commitDraft,
  conflictsOf,
  type Draft,
  discardFields,
  editDraft,
  isEmptyDraft,
  isSameText,
  overwriteFields,
  type Save,
  settledFields,
  type Versioned,
} from './versioned-draft'

export type SaveOptions<Row, Values> = UseMutationOptions<Row, Error, Save<Values>>

type FormOptions<Row, Values> = {
  /** Of the draft, and of what is said about it. */
  name: string
  stored: Versioned<Values>
  mutation: SaveOptions<Row, Values>
  /** `isDone`: nothing was typed meanwhile. It is told even when the form is gone by then. */
  onSaved: (row: Row, sent: Save<Values>, isDone: boolean) => void
  onError: (error: Error, sent: Save<Values>) => void
  /** By the form's names, where a request has others. */
  fieldErrors?: (error: Error) => FieldErrors
  /** Where the same can be typed in two ways. */
  isSame?: typeof isSameText
}

export type VersionedForm<Row, Values extends object> = ReturnType<typeof useVersionedForm<Row, Values>>

const errorsOf = (error: Error): FieldErrors => (error instanceof ApiError ? error.fields : {})

/**
 * A form over a stored row. Fields left alone follow what is stored; where somebody else saved over one that was typed
 * into, both values are shown and nothing is sent until the person has decided. The draft outlives a lost session.
 */
export function useVersionedForm<Row, Values extends object>({
  name,
  stored,
  mutation,
  onSaved,
  onError,
  fieldErrors = errorsOf,
  isSame = isSameText,
}: FormOptions<Row, Values>) {
  const [kept, setKept] = useSessionDraft<Draft<Values>>(name)
  const { errors, ...fields } = useFieldErrors()
  const toast = useToast(name)
  /** How often Save was pressed: what stands in its way comes into view. */
  const [attempts, setAttempts] = useState(0)
  const draftOf = ({ changes = {}, base = {} }: Partial<Draft<Values>>): Draft<Values> => ({ changes, base })
  const update = (next: (now: Draft<Values>) => Draft<Values>): Draft<Values> => {
    let updated = draftOf(kept)
    setKept((now) => {
      updated = next(draftOf(now))
      return isEmptyDraft(updated) ? {} : updated
    })
    return updated
  }
  const saveOf = (draft: Draft<Values>): Save<Values> => ({
    ...draft,
    version: stored.version,
    values: { ...stored.values, ...draft.changes },
  })
  const save = useAppMutation(mutation, {
    onSuccess: (row, sent) => {
      const left = update((now) => commitDraft(now, sent.changes, isSame))
      setAttempts(0)
      onSaved(row, sent, isEmptyDraft(left))
    },
    onError: (error, sent) => {
      fields.show(fieldErrors(error))
      onError(error, sent)
    },
  })
  const draft = draftOf(kept)
  // Stored as it was typed, by whomever, also by a save from here whose response was lost: it is no change any more.
  const settled = save.isPending ? [] : settledFields(draft, stored.values)
  useEffect(() => {
    if (settled.length > 0) update((now) => discardFields(now, settled))
  })
  const conflicts = conflictsOf(draft, stored.values, isSame)
  /** Something else stands in the form than what was refused. */
  const resolve = (next: (now: Draft<Values>) => Draft<Values>) => () => {
    update(next)
    setAttempts(0)
    fields.clear()
    toast.clear()
  }
  return {
    values: saveOf(draft).values,
    stored: stored.values,
    errors,
    fields,
    toast,
    isDirty: !isEmptyDraft(draft),
    draft,
    isChanged: (field: keyof Values) => field in draft.changes,
    isSaving: save.isPending,
    conflicts,
    /** For the ConflictAlert. The echo of a save under way is nobody else's. */
    conflict:
      conflicts.length > 0 && !save.isPending
        ? {
            attempts,
            onOverwrite: resolve((now) => overwriteFields(now, conflicts, stored.values)),
            onDiscard: resolve((now) => discardFields(now, conflicts)),
          }
        : null,
    /** `corrected` are the errors that this may have put right. */
    edit: (part: Partial<Values>, corrected: readonly string[] = Object.keys(part)) => {
      setAttempts(0)
      fields.correct(...corrected)
      update((now) => editDraft(now, part, stored.values, save.isPending))
    },
    /** With what was found wrong before sending; `part` is changed by sending alone. */
    submit: (found: FieldErrors = {}, part: Partial<Values> = {}) => {
      fields.show(found)
      setAttempts(attempts + 1)
      if (Object.keys(found).length > 0 || conflicts.length > 0) return
      save.mutate(saveOf(update((now) => editDraft(now, part, stored.values, save.isPending))))
    },
    discard: resolve(() => draftOf({})),
    /** Without a word less: the form is gone, and what was said about a save stays said. */
    clearDraft: () => update(() => draftOf({})),
    discardFields: (...names: (keyof Values)[]) => resolve((now) => discardFields(now, names))(),
    save,
  }
}
