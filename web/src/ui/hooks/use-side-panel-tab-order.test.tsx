import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { beforeAll, describe, expect, it } from 'vitest'
import { Button } from '../inputs/button'
import { Drawer } from '../overlays/drawer'

// Imported once here: on a busy machine that takes longer than a test waits.
beforeAll(() => import('../overlays/dialogs.lazy'))

function List() {
  const [open, setOpen] = useState<string | null>(null)
  return (
    <main id="main">
      {['Amara', 'Noah', 'Vera'].map((name) => (
        <p key={name} data-selected={open === name || undefined}>
          <a
            href={`#${name}`}
            onClick={(event) => {
              event.preventDefault()
              setOpen(name)
            }}
          >
            {name}
          </a>
        </p>
      ))}
      <Drawer open={open !== null} onOpenChange={() => setOpen(null)} title="Registration" modal={false}>
        <Button>Billed</Button>
        <Button disabled>Save</Button>
      </Drawer>
    </main>
  )
}

const focused = () =>
  document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent

describe('the panel beside a list', () => {
  it('comes after its row in the tab order: into it, out of it to the next row, and back', async () => {
    const user = userEvent.setup()
    render(<List />)
    await user.click(screen.getByRole('link', { name: 'Noah' }))
    await screen.findByRole('dialog', { name: 'Registration' })
    await waitFor(() => expect(focused()).toBe('Close'))
    await user.keyboard('{Tab}')
    expect(focused()).toBe('Billed')
    await user.keyboard('{Tab}')
    expect(focused()).toBe('Vera')
    await user.keyboard('{Shift>}{Tab}{/Shift}')
    expect(focused()).toBe('Noah')
    await user.keyboard('{Tab}')
    expect(focused()).toBe('Close')
    await user.keyboard('{Shift>}{Tab}{/Shift}')
    expect(focused()).toBe('Noah')
    await user.keyboard('{Tab}{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(focused()).toBe('Noah')
  })
})
