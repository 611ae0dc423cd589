import { ADMIN_DROP_IN_RULES } from '@aftercare/domain/drop-ins/drop-in-rules'
import { useState } from 'react'
import { ApiError } from '../../lib/api-client'
import { getErrorMessage } from '../../lib/error-message'
import { useToday } from '../../lib/program'
import { useToast } from '../../lib/scoped-toast'
import { useFieldErrors } from '../../lib/use-field-errors'
import { useSessionDraft } from '../../lib/use-session-draft'
import { type DropInEntry, type DropInVariables, useAddDropIn } from './drop-ins.admin.api'

const emptyForm = (today: string): DropInEntry => ({
  dropin_date: today,
  guest_child_name: '',
  guest_parent_name: '',
  guest_parent_email: '',
  guest_parent_phone: '',
  guest_child_allergies: '',
  guest_child_notes: '',
  dismissal_type: 'regular',
})

/** What staff have to confirm, and what is sent if they do. */
type Confirmation = { message: string; variables: DropInVariables }

function confirmationFor(error: Error, variables: DropInVariables): Confirmation | null {
  if (!(error instanceof ApiError)) return null
  if (error.code === 'day-full')
    return { message: error.message, variables: { ...variables, allow_overbooking: true } }
  if (error.code !== 'already-booked') return null
  const message = `${error.message} The day report would list the child twice, and the family would be billed for both.`
  return { message, variables: { ...variables, allow_double_booking: true } }
}

/**
 * The draft lives outside the dialog: an error, Escape or an expired session does not lose it. Staff have to confirm
 * a full day, or a day that the child already has.
 */
export function useAddDropInForm(onAdded: () => void) {
  const today = useToday()
  const toast = useToast('add drop-in')
  const fields = useFieldErrors()
  const [typed, setTyped] = useSessionDraft<DropInEntry>('drop-in')
  const [confirmation, setConfirmation] = useState<Confirmation | null>(null)
  const empty = emptyForm(today)
  const values = { ...empty, ...typed }
  const names = Object.keys(empty) as (keyof DropInEntry)[]

  function reset() {
    setTyped({})
    fields.clear()
    toast.clear()
  }

  const add = useAddDropIn({
    onSuccess: () => {
      reset()
      setConfirmation(null)
      toast.success('Success', 'Drop-in added successfully')
      onAdded()
    },
    onError: (error, variables) => {
      setConfirmation(null)
      const question = confirmationFor(error, variables)
      if (question) {
        toast.clear()
        return setConfirmation(question)
      }
      fields.showError(error)
      toast.error('Error', getErrorMessage(error) ?? 'Failed to add drop-in')
    },
  })

  function submit() {
    if (fields.check(values, ADMIN_DROP_IN_RULES)) add.mutate(values)
  }

  return {
    values,
    errors: fields.errors,
    isSaving: add.isPending,
    hasTyped: Object.keys(typed).length > 0,
    isUnsaved: !add.isPending && names.some((name) => values[name] !== empty[name]),
    change: (part: Partial<DropInEntry>) => {
      setTyped((now) => ({ ...now, ...part }))
      fields.correct(...Object.keys(part))
    },
    submit,
    reset,
    /** What staff have to confirm, or null. */
    question: confirmation?.message ?? null,
    keepEditing: () => setConfirmation(null),
    addAnyway: () => confirmation && add.mutate(confirmation.variables),
  }
}

export type AddDropInForm = ReturnType<typeof useAddDropInForm>
