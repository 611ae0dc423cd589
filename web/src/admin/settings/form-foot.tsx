import { Button } from '../../ui/inputs/button'

type FormFootProps = {
  isDirty: boolean
  isSaving: boolean
  onReset: () => void
  resetLabel?: string
  saveLabel?: string
}

/** The end of every settings form: back to what is stored, or save. */
export function FormFoot({
  isDirty,
  isSaving,
  onReset,
  resetLabel = 'Reset',
  saveLabel = 'Save Changes',
}: FormFootProps) {
  return (
    <div className="flex justify-end gap-2">
      <Button kind="quiet" disabled={!isDirty} onClick={onReset}>
        {resetLabel}
      </Button>
      <Button type="submit" busy={isSaving}>
        {saveLabel}
      </Button>
    </div>
  )
}
