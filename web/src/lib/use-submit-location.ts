import { useRef } from 'react'

const currentUrl = () => window.location.pathname + window.location.search

/**
 * Whether the user is still on the page where they submitted. A late response shows a toast anywhere, but does not
 * navigate away from a page they opened meanwhile.
 */
export function useSubmitLocation() {
  const sentFrom = useRef('')
  return {
    mark: () => {
      sentFrom.current = currentUrl()
    },
    isStillHere: () => sentFrom.current === currentUrl(),
  }
}
