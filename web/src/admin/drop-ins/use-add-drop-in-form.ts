import { ADMIN_DROP_IN_RULES } from '@aftercare/domain/drop-ins/drop-in-rules'
import { useState } from 'react'
import { ApiError } from '../../lib/api-client'
import { getErrorMessage } from '../../lib/error-message'
import { useToday } from '../../lib/program'
import { useToast } from '../../lib/scoped-toast'
import { useFieldErrors } from '../../lib/use-field-errors'
import { useSessionDraft } from '../../lib/use-session-draft'
import { type DropInEntry, type DropInSending, useAddDropIn } from './drop-ins.admin.api'

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

/** What staff are asked before they go on, and what is sent if they do. */
type Question = { words: string; goOn: DropInSending }

function questionOf(error: Error, sent: DropInSending): Question | null {
  if (!(error instanceof ApiError)) return null
  if (error.code === 'day-full') return { words: error.message, goOn: { ...sent, allow_overbooking: true } }
  if (error.code !== 'already-booked') return null
  const words = `${error.message} The day report would list the child twice, and the family would be billed for both.`
  return { words, goOn: { ...sent, allow_double_booking: true } }
}

/**
 * What is typed lives beside the dialog: neither an error, nor a press on Escape, nor a session that ended loses it.
 * For a day that the child holds already staff are asked, and may go on.
 */
export function useAddDropInForm(onAdded: () => void) {
  const today = useToday()
  const say = useToast('add drop-in')
  const fields = useFieldErrors()
  const [typed, setTyped] = useSessionDraft<DropInEntry>('drop-in')
  const [asked, setAsked] = useState<Question | null>(null)
  const empty = emptyForm(today)
  const values = { ...empty, ...typed }
  const names = Object.keys(empty) as (keyof DropInEntry)[]

  function reset() {
    setTyped({})
    fields.clear()
    say.clear()
  }

  const add = useAddDropIn({
    onSuccess: () => {
      reset()
      setAsked(null)
      say.success('Success', 'Drop-in added successfully')
      onAdded()
    },
    onError: (error, sent) => {
      setAsked(null)
      const question = questionOf(error, sent)
      if (question) {
        say.clear()
        return setAsked(question)
      }
      fields.showError(error)
      say.error('Error', getErrorMessage(error) ?? 'Failed to add drop-in')
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
    /** What staff are asked, while they are. */
    question: asked?.words ?? null,
    keepEditing: () => setAsked(null),
    addAnyway: () => asked && add.mutate(asked.goOn),
  }
}

export type AddDropInForm = ReturnType<typeof useAddDropInForm>
