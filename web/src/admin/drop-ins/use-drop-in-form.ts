import { fieldProblems } from '@aftercare/domain/fields'
import { adminDropInSchema } from '@aftercare/domain/submission-schemas'
import { useState } from 'react'
import { ApiError, type FieldErrors } from '../../features/api-client'
import { type DropInEntry, useAddDropIn } from '../../features/drop-ins/drop-ins.admin.api'
import { useToday } from '../../features/program/program'
import { useRequestKey } from '../../features/submissions/request-key'
import { useOneToast } from '../../features/submissions/use-one-toast'
import { toast } from '../../ui/toast'

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

/** What is typed lives beside the dialog: neither an error nor a press on Escape loses it. */
export function useDropInForm(onAdded: () => void) {
  const today = useToday()
  const add = useAddDropIn()
  const keyFor = useRequestKey()
  const failure = useOneToast()
  const [typed, setTyped] = useState<Partial<DropInEntry>>({})
  const [errors, setErrors] = useState<FieldErrors>({})
  // The same child may be entered twice on purpose: only a repeat of a request that failed keeps its key.
  const [addedCount, setAddedCount] = useState(0)
  const values = { ...emptyForm(today), ...typed }

  function reset() {
    setTyped({})
    setErrors({})
    failure.clear()
  }

  function send() {
    add.mutate(
      { ...values, key: keyFor([values, addedCount]) },
      {
        onSuccess: () => {
          setAddedCount(addedCount + 1)
          reset()
          toast.success('Success', 'Drop-in added successfully')
          onAdded()
        },
        onError: (error) => {
          setErrors(error instanceof ApiError ? error.fields : {})
          failure.error('Error', 'Failed to add drop-in')
        },
      },
    )
  }

  /** Answers the problems by field; none when the drop-in is on its way. */
  function submit(): FieldErrors {
    if (add.isPending) return {}
    const read = adminDropInSchema.safeParse(values)
    const problems = read.success ? {} : fieldProblems(read.error)
    setErrors(problems)
    if (read.success) send()
    return problems
  }

  return {
    values,
    errors,
    isSaving: add.isPending,
    change: (part: Partial<DropInEntry>) => setTyped((now) => ({ ...now, ...part })),
    submit,
    reset,
  }
}

export type DropInForm = ReturnType<typeof useDropInForm>
