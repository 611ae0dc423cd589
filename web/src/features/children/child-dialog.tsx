import { LIMITS } from '@aftercare/domain/limits'
import { type FormEvent, useId, useState } from 'react'
import { Button } from '../../ui/button'
import { Dialog } from '../../ui/dialog'
import { Field, TextArea, TextInput } from '../../ui/field'
import { toast } from '../../ui/toast'
import { ApiError, type FieldErrors } from '../api-client'
import { type Child, type ChildInput, useSaveChild } from './children.api'

export type ChildDialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** The child to change; without one the dialog adds a new child. */
  child?: Child | null
  /** "Add New Child" where the dialog opens over another form; "Add Child" by default. */
  addTitle?: string
  onSaved?: (child: Child) => void
}

/** Adds or edits a child in place, over whatever page asked for it. */
export function ChildDialog(props: ChildDialogProps) {
  const { open, child, addTitle = 'Add Child' } = props
  const formId = useId()
  const save = useSaveChild()
  const [isNamed, setNamed] = useState(Boolean(child))
  return (
    <Dialog
      open={open}
      onOpenChange={props.onOpenChange}
      title={child ? 'Edit Child' : addTitle}
      width="narrow"
      keepOpen
      footer={
        <>
          <Button kind="quiet" onClick={() => props.onOpenChange(false)}>
            Cancel
          </Button>
          <Button type="submit" form={formId} disabled={!isNamed} busy={save.isPending}>
            {child ? 'Save Changes' : 'Add Child'}
          </Button>
        </>
      }
    >
      {open && <ChildForm {...props} formId={formId} save={save} onNamed={setNamed} />}
    </Dialog>
  )
}

type ChildFormProps = ChildDialogProps & {
  formId: string
  save: ReturnType<typeof useSaveChild>
  onNamed: (isNamed: boolean) => void
}

function ChildForm({ child, formId, save, onNamed, onOpenChange, onSaved }: ChildFormProps) {
  const [values, setValues] = useState<ChildInput>({
    name: child?.name ?? '',
    allergies: child?.allergies ?? '',
    notes: child?.notes ?? '',
  })
  const [errors, setErrors] = useState<FieldErrors>({})

  function change(part: Partial<ChildInput>) {
    const next = { ...values, ...part }
    setValues(next)
    onNamed(next.name.trim() !== '')
  }

  async function submit(event: FormEvent) {
    event.preventDefault()
    // The form lies over another one in the tree of components, which must not hear this.
    event.stopPropagation()
    if (values.name.trim() === '' || save.isPending) return
    try {
      const saved = await save.mutateAsync({ ...values, ...(child && { id: child.id }) })
      toast.success('Success!', successWords(saved.name, Boolean(child)))
      onOpenChange(false)
      onSaved?.(saved)
    } catch (error) {
      setErrors(error instanceof ApiError ? error.fields : {})
      toast.error('Error', child ? FAILED_UPDATE : FAILED_ADD)
    }
  }

  return (
    <form id={formId} noValidate onSubmit={submit} className="grid gap-4">
      <Field label="Name" required error={errors.name}>
        <TextInput
          value={values.name}
          maxLength={LIMITS.name}
          autoComplete="off"
          onValueChange={(name) => change({ name })}
        />
      </Field>
      <Field label="Allergies" error={errors.allergies} description="Food, medicine or anything else.">
        <TextInput
          value={values.allergies}
          maxLength={LIMITS.allergies}
          autoComplete="off"
          onValueChange={(allergies) => change({ allergies })}
        />
      </Field>
      <Field label="Notes" error={errors.notes}>
        <TextArea
          value={values.notes}
          maxLength={LIMITS.notes}
          onValueChange={(notes) => change({ notes })}
        />
      </Field>
    </form>
  )
}

const FAILED_ADD = 'Failed to add child. Please try again.'
const FAILED_UPDATE = 'Failed to update child information. Please try again.'

const successWords = (name: string, isEdit: boolean) =>
  isEdit ? `${name}'s information has been updated.` : `${name} has been added successfully.`
