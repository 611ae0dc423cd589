import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { ConflictAlert } from './conflict-alert'

function Form() {
  const [isConflict, setConflict] = useState(true)
  const resolve = () => setConflict(false)
  return (
    <main>
      <a href="#before">Before</a>
      <ConflictAlert conflict={isConflict ? { attempts: 0, onOverwrite: resolve, onDiscard: resolve } : null}>
        Saved now: Theirs
      </ConflictAlert>
      <input aria-label="Full Name" />
    </main>
  )
}

it.each(['Replace with mine', 'Discard mine'])('keeps the place of the keyboard after %s', async (name) => {
  const user = userEvent.setup()
  render(<Form />)
  await user.click(screen.getByRole('button', { name }))
  expect(screen.queryByText('Saved now: Theirs')).toBeNull()
  expect(document.activeElement).not.toBe(document.body)
  await user.tab()
  expect(document.activeElement).toBe(screen.getByLabelText('Full Name'))
})
