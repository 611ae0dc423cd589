import { type UseMutationOptions, useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import { isRefusal } from './api-client'

export type KeyHeader = { 'Idempotency-Key': string }

/** Sixteen random bytes as text; randomUUID is missing where the page comes over plain HTTP. */
function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Sent, but not answered: it may be stored. Its key is kept, so that sending it again asks for that answer. */
const unanswered = new Map<string, string>()

const nameOf = (what: string, contents: unknown) => `${what} ${JSON.stringify(contents)}`

/** Whether these contents were sent before and no answer came. */
export const isUnanswered = (what: string, contents: unknown) => unanswered.has(nameOf(what, contents))

/** The same key for the same contents until an answer came; from then on they are another request. */
export async function withRequestKey<Answer>(
  what: string,
  contents: unknown,
  send: (headers: KeyHeader) => Promise<Answer>,
): Promise<Answer> {
  const name = nameOf(what, contents)
  const key = unanswered.get(name) ?? randomKey()
  unanswered.set(name, key)
  try {
    const answer = await send({ 'Idempotency-Key': key })
    unanswered.delete(name)
    return answer
  } catch (error) {
    if (isRefusal(error)) unanswered.delete(name)
    throw error
  }
}

type SendOnceOptions<Input, Answer> = Omit<UseMutationOptions<Answer, Error, Input>, 'mutationFn'> & {
  /** Tells this request from others with the same contents: "add child". */
  what: string
  send: (input: Input, headers: KeyHeader) => Promise<Answer>
}

/**
 * A mutation for a form's button. One press is one request: presses while its answer is awaited are not heard, and the
 * press after a lost answer carries the key of the first. Outcomes are told in the options, for callbacks handed to
 * `mutate` are dropped when the form goes.
 */
export function useSendOnce<Input, Answer>({ what, send, ...options }: SendOnceOptions<Input, Answer>) {
  const isSending = useRef(false)
  const {
    mutate,
    mutateAsync: _,
    ...mutation
  } = useMutation<Answer, Error, Input>({
    // Without a network it fails at once, instead of waiting unseen for a better one.
    networkMode: 'always',
    ...options,
    mutationFn: (input) => withRequestKey(what, input, (headers) => send(input, headers)),
    onSettled: (...outcome) => {
      isSending.current = false
      return options.onSettled?.(...outcome)
    },
  })
  return {
    ...mutation,
    mutate: (input: Input) => {
      if (isSending.current) return
      isSending.current = true
      mutate(input)
    },
  }
}
