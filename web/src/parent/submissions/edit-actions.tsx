import { useTexts } from '../../language/language'
import { Button } from '../../ui/inputs/button'
import { en as enUi } from '../../ui/texts/en'
import { en } from './texts/en'
import type { SubmissionEditState } from './use-submission-edit'

/** While a save is pending everything is disabled: it cannot be cancelled. */
export function EditActions({ edit }: { edit: SubmissionEditState }) {
  const t = useTexts(en)
  const ui = useTexts(enUi)
  return (
    <>
      <Button variant="quiet" disabled={edit.isSaving} onClick={edit.cancel}>
        {ui.cancel}
      </Button>
      <Button
        disabled={!edit.maySave}
        loading={edit.isSaving}
        onClick={edit.save}
        className="whitespace-nowrap"
      >
        {t.save}
      </Button>
    </>
  )
}
