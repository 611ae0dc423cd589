import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, it, vi } from 'vitest'
import { ApiError } from './api-client'
import { isUnanswered, useSendOnce } from './send-once'

const LOST = new ApiError(0, 'network', 'The server could not be reached.')
const REFUSED = new ApiError(422, 'invalid', 'Please check the highlighted fields.')

function start() {
  const keys: string[] = []
  const waiting: { resolve: (answer: string) => void; reject: (error: Error) => void }[] = []
  const onSuccess = vi.fn()
  const onError = vi.fn()
  const client = new QueryClient()
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  )
  const hook = () =>
    useSendOnce({
      what: 'add child',
      send: (_child: { name: string }, headers) => {
        keys.push(headers['Idempotency-Key'])
        return new Promise<string>((resolve, reject) => waiting.push({ resolve, reject }))
      },
      onSuccess,
      onError,
    })
  const open = () => renderHook(hook, { wrapper })
  const answer = async (how: 'stored' | Error) => {
    const next = waiting.shift()
    await act(async () => (how instanceof Error ? next?.reject(how) : next?.resolve(how)))
  }
  return { open, answer, keys, onSuccess, onError }
}

it('makes one request of two presses in one moment, and tells one outcome', async () => {
  const { open, answer, keys, onSuccess } = start()
  const { result } = open()
  await act(async () => {
    result.current.mutate({ name: 'Lena' })
    result.current.mutate({ name: 'Lena' })
  })
  expect(keys).toHaveLength(1)
  await answer('stored')
  expect(onSuccess).toHaveBeenCalledOnce()
})

it('keeps the key after a lost answer, also in a form opened anew, and only for the same contents', async () => {
  const { open, answer, keys, onError } = start()
  const first = open()
  await act(async () => first.result.current.mutate({ name: 'Otis' }))
  first.unmount()
  await answer(LOST)
  expect(onError).toHaveBeenCalledOnce()
  expect(isUnanswered('add child', { name: 'Otis' })).toBe(true)
  const { result } = open()
  await act(async () => result.current.mutate({ name: 'Otis B' }))
  await answer(REFUSED)
  await act(async () => result.current.mutate({ name: 'Otis' }))
  await answer('stored')
  expect(keys).toEqual([keys[0], expect.not.stringMatching(keys[0] ?? ''), keys[0]])
  expect(isUnanswered('add child', { name: 'Otis' })).toBe(false)
})

it('takes the same contents for another request once the first was answered', async () => {
  const { open, answer, keys } = start()
  const { result } = open()
  for (const outcome of ['stored', REFUSED, 'stored'] as const) {
    await act(async () => result.current.mutate({ name: 'Noor' }))
    await answer(outcome)
  }
  expect(new Set(keys).size).toBe(3)
})
