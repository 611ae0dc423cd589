import type { ComponentProps, FormEvent } from 'react'
import { UnsavedChanges, type UnsavedChangesProps } from './unsaved-changes'

/** Why leaving a form needs no question. */
type UnguardedReason =
  /** The page around it asks, and closing the form loses nothing. */
  | 'guarded by the page'
  /** Passwords and codes, which are never kept, and what is typed beside them to sign in or up. */
  | 'credentials'
  /** Only choices, or an address that nothing is saved with: made again in a moment. */
  | 'nothing to lose'

type FormProps = Omit<ComponentProps<'form'>, 'noValidate' | 'onSubmit'> &
  Omit<UnsavedChangesProps, 'draft'> & {
    /** Leaving asks before it is lost; without one, the reason why it need not. */
    draft: UnsavedChangesProps['draft'] | UnguardedReason
    onSubmit: () => unknown
  }

/** Every form of the app. While a text is too long for its field, which says so, nothing is sent. */
export function Form({ draft, isSending, isSamePage, unsavedText, onSubmit, children, ...rest }: FormProps) {
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    // React bubbles the event to a form further up the component tree.
    event.stopPropagation()
    const tooLong = event.currentTarget.querySelector<HTMLElement>('[data-too-long]')
    if (tooLong) tooLong.focus()
    else onSubmit()
  }
  return (
    // Before the app has loaded, "dialog" submits nothing, instead of leaving the page with what was typed.
    <form method="dialog" noValidate onSubmit={submit} {...rest}>
      {children}
      {typeof draft !== 'string' && <UnsavedChanges {...{ draft, isSending, isSamePage, unsavedText }} />}
    </form>
  )
}
