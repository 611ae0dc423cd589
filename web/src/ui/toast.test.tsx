import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { ToastProvider, toast } from './toast'

afterEach(() => vi.useRealTimers())

function showPage() {
  render(<ToastProvider>page</ToastProvider>)
}

describe('toasts', () => {
  it('say a success politely, with title and message each once in the page', () => {
    showPage()
    act(() => void toast.success('Success!', 'Amara has been added successfully.'))
    expect(screen.getByRole('status').textContent).toContain('Success!')
    expect(screen.getAllByText('Amara has been added successfully.')).toHaveLength(1)
  })

  it('say a failure as an alert and keep it until it is dismissed', async () => {
    showPage()
    act(() => void toast.error('Error', 'Failed to add child. Please try again.'))
    expect(screen.getByRole('alert').textContent).toContain('Failed to add child. Please try again.')
    await userEvent.click(screen.getByRole('button', { name: 'Dismiss' }))
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
  })

  it('let a success go after five seconds and a failure stay', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    showPage()
    act(() => {
      toast.success('Signed out')
      toast.error('Error')
    })
    await act(() => vi.advanceTimersByTimeAsync(4_500))
    expect(screen.queryByText('Signed out')).not.toBeNull()
    await act(() => vi.advanceTimersByTimeAsync(1_500))
    expect(screen.queryByText('Signed out')).toBeNull()
    await act(() => vi.advanceTimersByTimeAsync(60_000))
    expect(screen.queryByText('Error')).not.toBeNull()
  })
})
