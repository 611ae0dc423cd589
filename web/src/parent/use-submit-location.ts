import { useRef } from 'react'

const address = () => window.location.pathname + window.location.search

/**
 * Whether the visitor is where they pressed Submit. A late answer is told wherever they are, but it takes nobody away
 * from a page they went to meanwhile.
 */
export function useSubmitLocation() {
  const sentFrom = useRef('')
  return {
    mark: () => {
      sentFrom.current = address()
    },
    isStillHere: () => sentFrom.current === address(),
  }
}
