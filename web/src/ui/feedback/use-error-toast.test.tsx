import { render, screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { ToastProvider } from './toast-provider'
import { useErrorToast } from './use-error-toast'

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
const toastCount = (message = 'Failed to load parent data') => screen.queryAllByText(message).length

it('is shown once for two tables that fail with it, until both have loaded', async () => {
  const { rerender } = render(page(true, true))
  expect(toastCount()).toBe(1)
  rerender(page(false, true))
  expect(toastCount()).toBe(1)
  rerender(page(false, false))
  await waitFor(() => expect(toastCount()).toBe(0))
  rerender(page(true, false))
  expect(toastCount()).toBe(1)
})

it('is shown beside another message, also one that begins alike', () => {
  render(page(true, true, 'Failed to load parent data again'))
  expect([toastCount(), toastCount('Failed to load parent data again')]).toEqual([1, 1])
})
