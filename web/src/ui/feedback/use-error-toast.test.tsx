import { act, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { ToastProvider } from './toast'
import { dismissToast, readToasts } from './toast-store'
import { useErrorToast } from './use-error-toast'

afterEach(async () => {
  act(() => {
    for (const { id } of readToasts()) dismissToast(id)
  })
  await waitFor(() => expect(readToasts()).toEqual([]))
})

function Table({ failed, message = 'Failed to load parent data' }: { failed: boolean; message?: string }) {
  useErrorToast(failed, message)
  return null
}

const page = (one: boolean, two: boolean, other?: string) => (
  <ToastProvider>
    <Table failed={one} />
    <Table failed={two} message={other} />
  </ToastProvider>
)
const said = (message = 'Failed to load parent data') => screen.queryAllByText(message).length

it('is said once by two tables that fail with it, until both have loaded', async () => {
  const { rerender } = render(page(true, true))
  expect(said()).toBe(1)
  rerender(page(false, true))
  expect(said()).toBe(1)
  rerender(page(false, false))
  await waitFor(() => expect(said()).toBe(0))
  rerender(page(true, false))
  expect(said()).toBe(1)
})

it('leaves another message to the other table, also one that begins alike', () => {
  render(page(true, true, 'Failed to load parent data again'))
  expect([said(), said('Failed to load parent data again')]).toEqual([1, 1])
})
