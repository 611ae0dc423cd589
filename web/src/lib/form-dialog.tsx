import { type ComponentProps, type ReactNode, useId } from 'react'
import { useTexts } from '../language/language'
import { Button } from '../ui/inputs/button'
import { Dialog, type DialogProps } from '../ui/overlays/dialog'
import { en } from '../ui/texts/en'
import { Form } from './form'

type FormDialogProps = Omit<DialogProps, 'open' | 'onOpenChange' | 'footer'> &
  Pick<ComponentProps<typeof Form>, 'draft' | 'isSamePage' | 'unsavedText'> & {
    open?: boolean
    formClassName?: string
    saveLabel: ReactNode
    /** For what cannot be undone. */
    danger?: boolean
    /** While what the form needs has not loaded. */
    disabled?: boolean
    cancelLabel?: string
    onSubmit: () => void
    /** Cancel loses what was typed without asking; other ways to close ask first. */
    onClose: () => void
  }

/** A dialog that is one form, with Cancel and a button that sends it. While it is being sent (`loading`), it stays open. */
export function FormDialog(props: FormDialogProps) {
  const {
    open = true,
    draft,
    isSamePage,
    unsavedText,
    formClassName = 'grid gap-4',
    children,
    ...rest
  } = props
  const { saveLabel, danger = false, disabled, cancelLabel, onSubmit, onClose, loading, ...dialog } = rest
  const formId = useId()
  const t = useTexts(en)
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      width="narrow"
      dismissible={false}
      loading={loading}
      {...dialog}
      footer={
        <>
          <Button variant="quiet" disabled={loading} onClick={onClose}>
            {cancelLabel ?? t.cancel}
          </Button>
          <Button
            type="submit"
            form={formId}
            variant={danger ? 'danger' : 'primary'}
            loading={loading}
            disabled={disabled}
          >
            {saveLabel}
          </Button>
        </>
      }
    >
      <Form
        id={formId}
        draft={draft}
        isSending={loading}
        isSamePage={isSamePage}
        unsavedText={unsavedText}
        onSubmit={onSubmit}
        className={formClassName}
      >
        {children}
      </Form>
    </Dialog>
  )
}
