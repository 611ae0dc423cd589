import { useEffect, useRef, useState } from 'react'

/** A form in the place of the button that opens it: the focus moves to its field, and back to the button. */
export function useInlineForm(isOpenAtFirst: boolean) {
  const [isOpen, setOpen] = useState(isOpenAtFirst)
  const field = useRef<HTMLTextAreaElement>(null)
  const opener = useRef<HTMLButtonElement>(null)
  const isToggled = useRef(false)
  useEffect(() => {
    if (!isToggled.current) return
    ;(isOpen ? field : opener).current?.focus()
    // With its buttons, which may be below the edge of a dialog.
    field.current?.form?.scrollIntoView({ block: 'nearest' })
  }, [isOpen])
  const toggle = (next: boolean) => {
    isToggled.current = true
    setOpen(next)
  }
  return { isOpen, field, opener, open: () => toggle(true), close: () => toggle(false) }
}
