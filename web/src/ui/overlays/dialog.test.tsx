import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { Button } from '../inputs/button'
import { Field, TextInput } from '../inputs/field'
import { ConfirmDialog } from './confirm-dialog'
import { Dialog } from './dialog'

// Imported once here: on a busy machine that takes longer than a test waits for a dialog.
beforeAll(() => import('./dialogs.lazy'))

function AddChild() {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>Add Child</Button>
      <Dialog open={open} onOpenChange={setOpen} title="Add Child" description="Once is enough.">
        <Field label="Name" required error="Name is required">
          <TextInput value="" />
        </Field>
      </Dialog>
    </>
  )
}

describe('a dialog', () => {
  afterEach(() => vi.unstubAllGlobals())

  it('is named by its title, focuses its first field and restores the focus when Escape closes it', async () => {
    const user = userEvent.setup()
    render(<AddChild />)
    await user.click(screen.getByRole('button', { name: 'Add Child' }))
    expect(await screen.findByRole('dialog', { name: 'Add Child' })).toBeDefined()
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText(/Name/)))
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(document.activeElement?.textContent).toBe('Add Child')
  })

  it('dims the scroll bar gutter too while it is open', async () => {
    const user = userEvent.setup()
    render(<AddChild />)
    await user.click(screen.getByRole('button', { name: 'Add Child' }))
    await screen.findByRole('dialog')
    expect(document.documentElement.dataset.dimmed).toBe('')
    await user.keyboard('{Escape}')
    await waitFor(() => expect(document.documentElement.dataset.dimmed).toBeUndefined())
  })

  it('associates label, error and required state with the input', async () => {
    const user = userEvent.setup()
    render(<AddChild />)
    await user.click(screen.getByRole('button', { name: 'Add Child' }))
    const input = await screen.findByLabelText(/Name/)
    expect(input.getAttribute('aria-required')).toBe('true')
    expect(input.getAttribute('aria-invalid')).toBe('true')
    const described = input.getAttribute('aria-describedby') ?? ''
    expect(document.getElementById(described.split(' ')[0] ?? '')?.textContent).toBe('Name is required')
  })

  it('takes the focus when the focused element is removed, and restores it on close', async () => {
    const user = userEvent.setup()
    function Submission() {
      const [open, setOpen] = useState(false)
      const [isEditing, setEditing] = useState(false)
      const edit = <Button onClick={() => setEditing(true)}>Edit Days</Button>
      return (
        <>
          <Button onClick={() => setOpen(true)}>December 2026</Button>
          <Dialog open={open} onOpenChange={setOpen} title="December" footer={isEditing ? null : edit}>
            {isEditing ? <Button onClick={() => setEditing(false)}>Mon</Button> : 'Five days'}
          </Dialog>
        </>
      )
    }
    render(<Submission />)
    await user.click(screen.getByRole('button', { name: 'December 2026' }))
    const dialog = await screen.findByRole('dialog')
    await waitFor(() => expect(dialog.contains(document.activeElement)).toBe(true))
    await user.click(screen.getByRole('button', { name: 'Edit Days' }))
    await waitFor(() => expect(document.activeElement).toBe(dialog))
    await user.keyboard('{Tab}')
    expect(document.activeElement?.textContent).toBe('Mon')
    await user.keyboard('{Enter}')
    await waitFor(() => expect(document.activeElement).toBe(dialog))
    await user.keyboard('{Escape}')
    await waitFor(() => expect(document.activeElement?.textContent).toBe('December 2026'))
  })

  it('keeps the focus over another dialog however fast Tab is pressed', async () => {
    const user = userEvent.setup()
    function InviteAdmin() {
      const [isAsked, setAsked] = useState(false)
      const send = <Button onClick={() => setAsked(true)}>Send Invitation</Button>
      return (
        <>
          <Dialog open onOpenChange={() => undefined} title="Invite Admin" footer={send} />
          <Dialog
            open={isAsked}
            onOpenChange={setAsked}
            title="Enter your password"
            footer={<Button>Continue</Button>}
          />
        </>
      )
    }
    render(<InviteAdmin />)
    await user.click(await screen.findByRole('button', { name: 'Send Invitation' }))
    const dialog = await screen.findByRole('dialog', { name: 'Enter your password' })
    const [first, last] = [within(dialog).getByText('Continue'), within(dialog).getByLabelText('Close')]
    await waitFor(() => expect(document.activeElement).toBe(first))
    // All keys come within a frame.
    vi.stubGlobal('requestAnimationFrame', () => 0)
    await user.keyboard('{Shift>}{Tab}{Tab}{Tab}{/Shift}')
    expect(document.activeElement).toBe(last)
    await user.keyboard('{Tab}{Tab}{Tab}')
    expect(document.activeElement).toBe(first)
  })

  it('is closed by its Close button', async () => {
    const user = userEvent.setup()
    render(<AddChild />)
    await user.click(screen.getByRole('button', { name: 'Add Child' }))
    await user.click(await screen.findByRole('button', { name: 'Close' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })
})

describe("a phone's Back button", () => {
  const watchers: { onclose: (() => void) | null; isDestroyed: boolean }[] = []
  const pressBack = () => act(() => watchers.at(-1)?.onclose?.())
  const stub = (isTouch: boolean) => {
    watchers.length = 0
    vi.stubGlobal('matchMedia', (query: string) => ({ matches: isTouch && query === '(pointer: coarse)' }))
    vi.stubGlobal(
      'CloseWatcher',
      class {
        onclose: (() => void) | null = null
        isDestroyed = false
        constructor() {
          watchers.push(this)
        }
        destroy() {
          this.isDestroyed = true
        }
      },
    )
  }
  afterEach(() => vi.unstubAllGlobals())

  it('closes the overlay, and is watched only while it is open', async () => {
    stub(true)
    const user = userEvent.setup()
    render(<AddChild />)
    await user.click(screen.getByRole('button', { name: 'Add Child' }))
    await screen.findByRole('dialog')
    pressBack()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(watchers.every(({ isDestroyed }) => isDestroyed)).toBe(true)
  })

  it('is watched again by an overlay that stayed open, such as a dialog with a pending request', async () => {
    stub(true)
    const onOpenChange = vi.fn()
    const view = (loading: boolean) => (
      <Dialog open onOpenChange={onOpenChange} title="Add Child" loading={loading}>
        <p>Saving</p>
      </Dialog>
    )
    const { rerender } = render(view(true))
    await screen.findByRole('dialog')
    pressBack()
    expect(onOpenChange).not.toHaveBeenCalled()
    rerender(view(false))
    pressBack()
    expect(onOpenChange).toHaveBeenCalledExactlyOnceWith(false)
  })

  it('leaves Escape to the dialog', async () => {
    stub(true)
    const onOpenChange = vi.fn()
    render(
      <Dialog open onOpenChange={onOpenChange} title="Add Child">
        <p>Text</p>
      </Dialog>,
    )
    const dialog = await screen.findByRole('dialog')
    // The browser reports one key to both at once, however slow the machine is.
    vi.spyOn(performance, 'now').mockReturnValue(performance.now())
    fireEvent.keyDown(dialog, { key: 'Escape' })
    pressBack()
    expect(onOpenChange).toHaveBeenCalledOnce()
  })

  it('is ignored with a mouse', async () => {
    stub(false)
    render(
      <Dialog open onOpenChange={() => {}} title="Add Child">
        <p>Text</p>
      </Dialog>,
    )
    await screen.findByRole('dialog')
    expect(watchers).toEqual([])
  })
})

describe('a dialog with a pending request', () => {
  it.each(['dialog', 'question'] as const)('cannot be closed: %s', async (kind) => {
    const user = userEvent.setup()
    const onOpenChange = vi.fn()
    const common = { open: true, loading: true, onOpenChange, title: 'Record Payment' }
    render(
      kind === 'dialog' ? (
        <Dialog {...common}>Amount</Dialog>
      ) : (
        <ConfirmDialog {...common} description="It goes." confirmLabel="Delete" onConfirm={() => {}} />
      ),
    )
    const leave = await screen.findByRole('button', { name: kind === 'dialog' ? 'Close' : 'Cancel' })
    await user.keyboard('{Escape}')
    await user.click(leave)
    await user.click(document.body)
    expect(onOpenChange).not.toHaveBeenCalled()
  })
})

describe('a confirm dialog', () => {
  it('focuses Cancel and acts only on the confirm button', async () => {
    const user = userEvent.setup()
    const onConfirm = vi.fn()
    const onOpenChange = vi.fn()
    render(
      <ConfirmDialog
        open
        onOpenChange={onOpenChange}
        title="Are you sure?"
        description="This cannot be undone."
        confirmLabel="Delete"
        onConfirm={onConfirm}
      />,
    )
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Cancel'))
    await user.keyboard('{Enter}')
    expect(onConfirm).not.toHaveBeenCalled()
    expect(onOpenChange).toHaveBeenCalledWith(false)
    await user.click(screen.getByRole('button', { name: 'Delete' }))
    expect(onConfirm).toHaveBeenCalledOnce()
  })
})

it('is not answered by the second click of a double click on what opened it', async () => {
  const onConfirm = vi.fn()
  render(
    <ConfirmDialog
      open
      onOpenChange={vi.fn()}
      title="Send to 2 families?"
      description="Emails can't be unsent."
      confirmLabel="Send 2 emails"
      onConfirm={onConfirm}
    />,
  )
  const send = await screen.findByRole('button', { name: 'Send 2 emails' })
  fireEvent.click(send, { detail: 2 })
  expect(onConfirm).not.toHaveBeenCalled()
  fireEvent.click(send, { detail: 1 })
  expect(onConfirm).toHaveBeenCalledOnce()
})

describe('while it animates out', () => {
  /** Until the test ends. */
  const animate = () => {
    const animation = { finished: new Promise(() => undefined), playState: 'running' }
    Element.prototype.getAnimations = () => [animation as unknown as Animation]
  }
  afterEach(() => Reflect.deleteProperty(Element.prototype, 'getAnimations'))

  function Removal({ onConfirm }: { onConfirm?: () => void }) {
    const [child, setChild] = useState<string | null>('Ada Lee')
    return (
      <ConfirmDialog
        open={child !== null}
        onOpenChange={() => setChild(null)}
        title={`Remove ${child ?? ''}?`}
        description={`${child ?? 'Nobody'} will be removed.`}
        confirmLabel={child ? 'Remove' : 'Nothing to remove'}
        onConfirm={() => {
          onConfirm?.()
          setChild(null)
        }}
      />
    )
  }

  it.each(['Cancel', 'Remove'])('a question closed by %s is still about the same', async (button) => {
    animate()
    const user = userEvent.setup()
    render(<Removal />)
    const dialog = await screen.findByRole('alertdialog', { name: 'Remove Ada Lee?' })
    const asked = dialog.textContent
    await user.click(screen.getByRole('button', { name: button }))
    await waitFor(() => expect(dialog.hasAttribute('data-closed')).toBe(true))
    expect(dialog.isConnected).toBe(true)
    expect(dialog.textContent).toBe(asked)
  })

  it('confirms once, though Enter is pressed again', async () => {
    animate()
    const onConfirm = vi.fn()
    render(<Removal onConfirm={onConfirm} />)
    const confirm = await screen.findByRole('button', { name: 'Remove' })
    await act(async () => confirm.click())
    await act(async () => confirm.click())
    expect(confirm.isConnected).toBe(true)
    expect(onConfirm).toHaveBeenCalledOnce()
  })
})
