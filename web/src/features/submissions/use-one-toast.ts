import { useRef } from 'react'
import { toast } from '../../ui/toast'

/** A form says one thing at a time: its next message replaces the last one. */
export function useOneToast() {
  const shown = useRef<string | null>(null)
  const replace = (id: string | null) => {
    if (shown.current) toast.dismiss(shown.current)
    shown.current = id
  }
  return {
    error(title: string, message: string) {
      replace(null)
      replace(toast.error(title, message))
    },
    clear: () => replace(null),
  }
}
