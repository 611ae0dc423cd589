import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { ToastProvider } from './feedback/toast'
import { onFirstPress } from './on-first-use'

afterEach(cleanup)

type PanelProps = { onClose: () => void }
const Panel = ({ onClose }: PanelProps) => (
  <button type="button" onClick={onClose}>
    Close the panel
  </button>
)

it('takes no page down when a part of it cannot be fetched: it says so, and the next press tries again', async () => {
  const load = vi.fn<() => Promise<typeof Panel>>().mockRejectedValueOnce(new Error('no network'))
  load.mockResolvedValue(Panel)
  const LatePanel = onFirstPress<PanelProps>(load, ({ onClose }) => onClose(), <p>Coming</p>)
  function Page() {
    const [isOpen, setOpen] = useState(false)
    return (
      <ToastProvider>
        <button type="button" onClick={() => setOpen(true)}>
          Open
        </button>
        {isOpen && <LatePanel onClose={() => setOpen(false)} />}
      </ToastProvider>
    )
  }
  const user = userEvent.setup()
  render(<Page />)

  await user.click(screen.getByRole('button', { name: 'Open' }))
  await screen.findByText('This could not be opened. Please check your connection and try again.')
  expect(screen.queryByText('Coming')).toBeNull()

  await user.click(screen.getByRole('button', { name: 'Open' }))
  await user.click(await screen.findByRole('button', { name: 'Close the panel' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Close the panel' })).toBeNull())
  expect(load).toHaveBeenCalledTimes(2)
})
