import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { useFocusBack } from './use-field-errors'

function Form({ isSending }: { isSending: boolean }) {
  useFocusBack(isSending)
  return (
    <>
      <input aria-label="Name" />
      <button type="submit" disabled={isSending}>
        Send
      </button>
    </>
  )
}

const send = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Send' })

it('a button that lost the focus while it was off has it again', () => {
  const { rerender } = render(<Form isSending={false} />)
  send().focus()
  rerender(<Form isSending />)
  // As browsers do to a button that is off.
  screen.getByLabelText('Name').focus()
  screen.getByLabelText('Name').blur()
  expect(document.activeElement).toBe(document.body)
  rerender(<Form isSending={false} />)
  expect(document.activeElement).toBe(send())
})

it('whoever went elsewhere meanwhile stays there', () => {
  const { rerender } = render(<Form isSending={false} />)
  send().focus()
  rerender(<Form isSending />)
  screen.getByLabelText('Name').focus()
  rerender(<Form isSending={false} />)
  expect(document.activeElement).toBe(screen.getByLabelText('Name'))
})
