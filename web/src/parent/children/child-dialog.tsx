import { checkChild } from '@aftercare/domain/children/children'
import { isolate } from '@aftercare/domain/lib/isolate'
import { useId, useState } from 'react'
import { refusalWords } from '../../lib/error-message'
import { useMessages } from '../../lib/scoped-toast'
import { useFieldErrors } from '../../lib/use-field-errors'
import { useVersionedDraft } from '../../lib/versioned-draft'
import { BothValues, CHANGED_ELSEWHERE, StaleNote } from '../../ui/feedback/stale-note'
import { Button } from '../../ui/inputs/button'
import { Dialog } from '../../ui/overlays/dialog'
import { ChildForm } from './child-form'
import { type Child, type ChildInput, storedChild, useSaveChild } from './children.api'

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
  const stored = storedChild(child)
  const draft = useVersionedDraft(`child ${child?.id ?? 'new'}`, stored)
  const { values, conflicts } = draft
  const [saves, setSaves] = useState(0)
  const save = useSaveChild({
    onSuccess: (saved, sent) => {
      say.success('Success!', successWords(saved.name, 'id' in sent))
      const isMoreTyped = 'id' in sent && Object.keys(draft.commit(sent.change).changes).length > 0
      if (isMoreTyped) setSaves(0)
      else leave()
      onSaved?.(saved)
    },
    onError: (error, sent) => {
      fields.showError(error)
      say.error('Error', refusalWords(error) ?? ('id' in sent ? FAILED_UPDATE : FAILED_ADD))
    },
  })
  function leave() {
    fields.clear()
    draft.discard()
    onOpenChange(false)
  }
  const close = () => {
    if (save.isPending) return
    say.clear()
    leave()
  }
  const solve = (take: () => void) => () => {
    take()
    setSaves(0)
    say.clear()
  }
  const submit = () => {
    setSaves(saves + 1)
    if (conflicts.length > 0) return
    // Lines that were added and left blank are nobody; without them the server's errors name the lines shown.
    const pickup_people = values.pickup_people.filter(({ name, phone }) => name.trim() || phone.trim())
    const change = draft.edit({ pickup_people })
    if (fields.show(checkChild({ ...values, pickup_people }))) return
    save.send(child ? { id: child.id, change } : { values: { ...values, pickup_people } })
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
          values={values}
          errors={errors}
          onChange={(name, part) => {
            // A new child has no row yet that this could be saved to.
            if (!child && save.isPending) return
            fields.correct(name)
            setSaves(0)
            draft.edit(part, { isSaving: save.isPending })
          }}
          onSubmit={submit}
        >
          {conflicts.length > 0 && !save.isPending && (
            <StaleNote
              words={CHANGED_ELSEWHERE}
              saves={saves}
              onReplace={solve(draft.overwrite)}
              onDiscard={solve(draft.yieldConflicts)}
            >
              <BothValues
                rows={conflicts.map((name) => [
                  LABELS[name],
                  shown(stored.values[name]),
                  shown(values[name]),
                ])}
              />
            </StaleNote>
          )}
        </ChildForm>
      )}
    </Dialog>
  )
}

const FAILED_ADD = 'Failed to add child. Please try again.'
const FAILED_UPDATE = 'Failed to update child information. Please try again.'

const LABELS: Record<keyof ChildInput, string> = {
  name: 'Name',
  allergies: 'Allergies',
  notes: 'Notes',
  pickup_people: 'Who may pick up',
}

const shown = (value: ChildInput[keyof ChildInput]) => {
  const text =
    typeof value === 'string'
      ? value
      : value
          .map(({ name, phone }) => [isolate(name), phone].filter((part) => part.trim()).join(', '))
          .join('\n')
  return text.trim() || 'nothing'
}

const successWords = (name: string, isEdit: boolean) =>
  isEdit
    ? `${isolate(name)}'s information has been updated.`
    : `${isolate(name)} has been added successfully.`
