import { useSyncExternalStore } from 'react'
import { fetchOrInitial } from './initial-responses'

type Prompt = { answered: Promise<boolean>; answer: (isEntered: boolean) => void }
let prompt: Prompt | null = null
const listeners = new Set<() => void>()

function setPrompt(next: Prompt | null) {
  prompt = next
  for (const listener of listeners) listener()
}

/** Requests that need the password at the same time wait for the same dialog. */
function askForPassword(): Promise<boolean> {
  if (prompt) return prompt.answered
  let answer: Prompt['answer'] = () => undefined
  const answered = new Promise<boolean>((resolve) => {
    answer = resolve
  })
  setPrompt({ answered, answer })
  return answered
}

export function answerPasswordPrompt(isEntered: boolean): void {
  prompt?.answer(isEntered)
  if (prompt) setPrompt(null)
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useIsPasswordNeeded = () =>
  useSyncExternalStore(
    subscribe,
    () => prompt !== null,
    () => false,
  )

export const PASSWORD_NEEDED = 'password-needed'

async function isPasswordNeeded(response: Response): Promise<boolean> {
  if (response.status !== 403) return false
  const body = await response
    .clone()
    .json()
    .catch(() => null)
  return body?.error?.code === PASSWORD_NEEDED
}

/**
 * Replaces `fetch` in the API client: a request that needs the password asks for it and is sent again. On Cancel it fails
 * as it did.
 */
export async function fetchWithPassword(input: RequestInfo | URL, options?: RequestInit): Promise<Response> {
  const response = await fetchOrInitial(input, options)
  if (!(await isPasswordNeeded(response)) || !(await askForPassword())) return response
  // A time limit of the first attempt may have passed while the password was typed.
  return fetchWithPassword(input, { ...options, signal: null })
}
