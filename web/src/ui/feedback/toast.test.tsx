import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { describe, expect, it, vi } from 'vitest'
import { toast } from './toast'
import { ToastProvider } from './toast-provider'

function showPage() {
  render(<ToastProvider>page</ToastProvider>)
}

/** A page whose button has the focus. */
function focusOutside() {
  const user = userEvent.setup()
  render(
    <ToastProvider>
      <button type="button">Here</button>
    </ToastProvider>,
  )
  const here = screen.getByRole('button', { name: 'Here' })
  here.focus()
  return { user, here }
}

describe('toasts', () => {
  it('announce a success politely, with title and message each once in the page', () => {
    showPage()
    act(() => void toast.success('Success!', 'Amara has been added successfully.'))
    expect(screen.getByRole('status').textContent).toContain('Success!')
    expect(screen.getAllByText('Amara has been added successfully.')).toHaveLength(1)
  })

  it.each(['success', 'error'] as const)(
    'announce a %s once: in one live region that is not nested',
    (variant) => {
      showPage()
      act(() => void toast[variant]('Saved', 'Only once.'))
      const live = []
      for (let at: Element | null = screen.getByText('Only once.'); at; at = at.parentElement)
        if (at.matches('[role=alert], [role=status], [aria-live]:not([aria-live=off])')) live.push(at.role)
      expect(live).toEqual([variant === 'error' ? 'alert' : 'status'])
    },
  )

  it('wait for the region, and only those that nobody has dismissed are shown', () => {
    toast.error('First')
    toast.dismiss(toast.error('Second'))
    showPage()
    expect(screen.getAllByRole('alert').map((item) => item.textContent)).toEqual(['First'])
  })

  it('announce an error as an alert and keep it until it is dismissed', async () => {
    showPage()
    act(() => void toast.error('Error', 'Failed to add child. Please try again.'))
    expect(screen.getByRole('alert').textContent).toContain('Failed to add child. Please try again.')
    await userEvent.click(screen.getByRole('button', { name: 'Dismiss' }))
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
  })

  it('close a success after five seconds, not an error', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    showPage()
    act(() => {
      toast.success('Signed out')
      toast.error('Error')
    })
    await act(() => vi.advanceTimersByTimeAsync(3_000))
    expect(screen.queryByText('Signed out')).not.toBeNull()
    await act(() => vi.advanceTimersByTimeAsync(3_000))
    expect(screen.queryByText('Signed out')).toBeNull()
    await act(() => vi.advanceTimersByTimeAsync(60_000))
    expect(screen.queryByText('Error')).not.toBeNull()
  })

  it('stay while they are hovered or focused', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    showPage()
    act(() => void toast.success('Saved'))
    await act(() => vi.advanceTimersByTimeAsync(2_500))
    act(() => screen.getByRole('button', { name: 'Dismiss' }).focus())
    await act(() => vi.advanceTimersByTimeAsync(60_000))
    expect(screen.queryByText('Saved')).not.toBeNull()
    act(() => screen.getByRole('button', { name: 'Dismiss' }).blur())
    await act(() => vi.advanceTimersByTimeAsync(500))
    expect(screen.queryByText('Saved')).not.toBeNull()
    await act(() => vi.advanceTimersByTimeAsync(3_000))
    expect(screen.queryByText('Saved')).toBeNull()
  })

  it('go by themselves where they appear below a resting pointer', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    showPage()
    act(() => void toast.success('Saved'))
    fireEvent.mouseEnter(screen.getByRole('region', { name: 'Notifications' }))
    await act(() => vi.advanceTimersByTimeAsync(6_000))
    expect(screen.queryByText('Saved')).toBeNull()
  })

  it('stay until the page has been looked at', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
    showPage()
    act(() => void toast.success('Saved'))
    await act(() => vi.advanceTimersByTimeAsync(60_000))
    expect(screen.queryByText('Saved')).not.toBeNull()
    visibility.mockReturnValue('visible')
    act(() => void document.dispatchEvent(new Event('visibilitychange')))
    await act(() => vi.advanceTimersByTimeAsync(3_000))
    expect(screen.queryByText('Saved')).not.toBeNull()
    await act(() => vi.advanceTimersByTimeAsync(3_000))
    expect(screen.queryByText('Saved')).toBeNull()
  })

  it('are focused by F6 and left by Escape, and dismissing restores the focus too', async () => {
    const { user, here } = focusOutside()
    act(() => void toast.error('Error'))
    await user.keyboard('{F6}')
    expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Notifications' }))
    await user.keyboard('{Escape}')
    expect(document.activeElement).toBe(here)
    await user.keyboard('{F6}{Tab}{Tab}{F6}')
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Dismiss' }))
    await user.keyboard('{Escape}')
    expect(document.activeElement).toBe(here)
    expect(screen.getByRole('alert').hasAttribute('data-ending-style')).toBe(false)
    await user.keyboard('{F6}{Tab}{Tab}{Enter}')
    expect(document.activeElement).toBe(here)
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
  })

  it('are dismissed by Escape from anywhere, newest first, without moving the focus', async () => {
    const { user, here } = focusOutside()
    act(() => {
      toast.error('Older')
      toast.error('Newer')
    })
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByText('Newer')).toBeNull())
    expect(screen.queryByText('Older')).not.toBeNull()
    expect(document.activeElement).toBe(here)
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByText('Older')).toBeNull())
  })

  it('leave Escape to open dialogs and to handlers that prevent its default', async () => {
    const user = userEvent.setup()
    function Page({ isOpen }: { isOpen: boolean }) {
      const [isShown, setShown] = useState(isOpen)
      // As a dialog does: closed before later listeners see the key.
      useEffect(() => {
        const close = (event: KeyboardEvent) => event.key === 'Escape' && flushSync(() => setShown(false))
        document.addEventListener('keydown', close)
        return () => document.removeEventListener('keydown', close)
      }, [])
      return (
        <ToastProvider>
          <input aria-label="Search" onKeyDown={(event) => event.preventDefault()} />
          {isShown && <div role="dialog" aria-label="A question" />}
        </ToastProvider>
      )
    }
    render(<Page isOpen />)
    act(() => void toast.error('Error'))
    await user.keyboard('{Escape}')
    expect(screen.queryByRole('dialog')).toBeNull()
    await user.type(screen.getByRole('textbox', { name: 'Search' }), '{Escape}')
    await act(() => new Promise((resolve) => setTimeout(resolve, 300)))
    expect(screen.queryByText('Error')).not.toBeNull()
    act(() => screen.getByRole('textbox', { name: 'Search' }).blur())
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByText('Error')).toBeNull())
  })

  it('show the newest four; an older one comes back when there is room', async () => {
    showPage()
    act(() => ['one', 'two', 'three', 'four', 'five'].forEach((title) => void toast.error(title)))
    expect(screen.getAllByRole('alert').map((item) => item.textContent)).toEqual([
      'five',
      'four',
      'three',
      'two',
    ])
    await userEvent.click(screen.getAllByRole('button', { name: 'Dismiss' })[0] as HTMLElement)
    await waitFor(() => expect(screen.queryByText('one')).not.toBeNull())
  })
})
