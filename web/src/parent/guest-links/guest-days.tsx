import { capitalize } from '@aftercare/domain/lib/capitalize'
import { formatMonth } from '@aftercare/domain/lib/dates-format'
import { Pencil } from 'lucide-react'
import { useState } from 'react'
import { useLanguage, useTexts } from '../../language/language'
import { UnsavedChanges } from '../../lib/unsaved-changes'
import { useBeforeUnload } from '../../lib/use-before-unload'
import { Button } from '../../ui/inputs/button'
import { Dialog } from '../../ui/overlays/dialog'
import { EditActions } from '../submissions/edit-actions'
import { SubmissionEditor } from '../submissions/submission-editor'
import { editedFeeCents } from '../submissions/submission-summary'
import { en } from '../submissions/texts/en'
import { useDaysEdit } from '../submissions/use-submission-edit'
import {
  type EditableLinked,
  type LinkedRegistration,
  saveGuestDaysOptions,
  toEditable,
} from './guest-links.api'

type GuestDaysProps = { registration: LinkedRegistration; secret: string }

const isEditable = (registration: LinkedRegistration): registration is EditableLinked =>
  registration.edit !== null

/** "Edit Days" on the private page, once the days could be edited since it was opened. */
export function GuestDays({ registration, secret }: GuestDaysProps) {
  const [last, setLast] = useState(registration.edit)
  if (registration.edit !== null && registration.edit !== last) setLast(registration.edit)
  // Cancelled meanwhile, the open dialog says so itself.
  const current = { ...registration, edit: registration.edit ?? last }
  if (!isEditable(current)) return null
  return <OpenGuestDays registration={current} secret={secret} mayEdit={isEditable(registration)} />
}

type OpenGuestDaysProps = { registration: EditableLinked; secret: string; mayEdit: boolean }

function OpenGuestDays({ registration, secret, mayEdit }: OpenGuestDaysProps) {
  const t = useTexts(en)
  const language = useLanguage()
  const editable = toEditable(registration)
  const { months } = registration.edit
  const edit = useDaysEdit(
    editable,
    `guest registration ${secret}`,
    saveGuestDaysOptions(secret, (days) => editedFeeCents(editable, days)),
  )
  useBeforeUnload(edit.isSaving)
  return (
    <>
      {mayEdit && (
        <div>
          <Button variant="quiet" icon={<Pencil />} onClick={edit.start}>
            {t.edit}
          </Button>
        </div>
      )}
      <Dialog
        open={edit.isEditing}
        onOpenChange={(open) => !open && !edit.isSaving && edit.cancel()}
        title={t.edit}
        description={capitalize(formatMonth(months.month_name, months.year, language))}
        width="wide"
        dismissible={false}
        footer={<EditActions edit={edit} />}
      >
        <SubmissionEditor submission={editable} edit={edit} />
        <UnsavedChanges
          draft={{ isUnsaved: edit.isDirty }}
          isSending={edit.isSaving}
          unsavedText={t.unsaved}
        />
      </Dialog>
    </>
  )
}
