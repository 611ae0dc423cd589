import { useRef } from 'react'

/** Sixteen random bytes as text; randomUUID is missing where the page comes over plain HTTP. */
function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/**
 * The same key for the same contents, so that a second click or a retry on a bad network is known to the server as the
 * first one; another key as soon as anything was changed.
 */
export function useRequestKey(): (contents: unknown) => string {
  const last = useRef({ contents: '', key: '' })
  return (contents) => {
    const text = JSON.stringify(contents)
    if (last.current.contents !== text) last.current = { contents: text, key: randomKey() }
    return last.current.key
  }
}
