import { useId } from 'react'
import { useKeptEdits } from '../../auth/use-kept-edits'
import { Button } from '../../ui/button'
import { Dialog } from '../../ui/dialog'
import { ApiError } from '../api-client'
import { useMessages } from '../messages'
import { refusalWords } from '../refusal-words'
import { useFieldErrors } from '../use-field-errors'
import { ChildForm, valuesOf } from './child-form'
import { type Child, type ChildInput, useSaveChild } from './children.api'

export type ChildDialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** The child to change, as it is stored now; without one the dialog adds a new child. */
  child?: Child | null
  /** "Add New Child" where the dialog opens over another form; "Add Child" by default. */
  addTitle?: string
  onSaved?: (child: Child) => void
}

/** Adds or edits a child in place, over whatever page asked for it. It stays until the answer is there. */
export function ChildDialog({
  open,
  onOpenChange,
  child,
  addTitle = 'Add Child',
  onSaved,
}: ChildDialogProps) {
  const formId = useId()
  const say = useMessages('saving a child')
  const { errors, ...fields } = useFieldErrors()
  const [edits, setEdits] = useKeptEdits<ChildInput>(`child ${child?.id ?? 'new'}`)
  const stored = valuesOf(child)
  const values = { ...stored, ...edits }
  const save = useSaveChild({
    onSuccess: (saved, { id }) => {
      say.success('Success!', successWords(saved.name, id !== undefined))
      leave()
      onSaved?.(saved)
    },
    onError: (error, { id }) => {
      if (error instanceof ApiError) fields.show(error.fields)
      say.error('Error', refusalWords(error) ?? (id ? FAILED_UPDATE : FAILED_ADD))
    },
  })
  function leave() {
    fields.clear()
    setEdits({})
    onOpenChange(false)
  }
  const close = () => {
    if (save.isPending) return
    say.clear()
    leave()
  }
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && close()}
      title={child ? 'Edit Child' : addTitle}
      width="narrow"
      keepOpen
      footer={
        <>
          <Button kind="quiet" disabled={save.isPending} onClick={close}>
            Cancel
          </Button>
          <Button
            type="submit"
            form={formId}
            disabled={values.name.trim() === ''}
            busy={save.isPending}
            className="whitespace-nowrap"
          >
            {child ? 'Save Changes' : 'Add Child'}
          </Button>
        </>
      }
    >
      {open && (
        <ChildForm
          formId={formId}
          stored={stored}
          values={values}
          errors={errors}
          onChange={(name, part) => {
            fields.correct(name)
            setEdits((now) => ({ ...now, ...part }))
          }}
          onSubmit={(sent) => {
            fields.clear()
            save.send({ ...sent, ...(child && { id: child.id }) })
          }}
        />
      )}
    </Dialog>
  )
}

const FAILED_ADD = 'Failed to add child. Please try again.'
const FAILED_UPDATE = 'Failed to update child information. Please try again.'

const successWords = (name: string, isEdit: boolean) =>
  isEdit ? `${name}'s information has been updated.` : `${name} has been added successfully.`
