import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, it } from 'vitest'
import { useFieldErrors } from '../../lib/use-field-errors'
import { PickupPeopleFields } from './pickup-people-fields'

const MISSING = 'Please enter a name'

/** The server's error: the second row has no name. */
function Fields() {
  const [people, setPeople] = useState(
    ['Grandma', '', 'Uncle Ben'].map((name) => ({ name, phone: '555-0100' })),
  )
  const { errors, show, clearErrors } = useFieldErrors()
  return (
    <form>
      <PickupPeopleFields
        people={people}
        errors={errors}
        onChange={(next, name) => {
          clearErrors(name)
          setPeople(next)
        }}
      />
      <button type="button" onClick={() => show({ 'pickup_people.1.name': MISSING })}>
        Save
      </button>
    </form>
  )
}

afterEach(cleanup)

async function saved() {
  const user = userEvent.setup()
  render(<Fields />)
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(screen.getByLabelText('Name of person 2').getAttribute('aria-invalid')).toBe('true')
  return user
}

it.each(['Remove Grandma', 'Remove person 2'])(
  '"%s": the error of one row is never shown at another',
  async (name) => {
    const user = await saved()
    await user.click(screen.getByRole('button', { name }))
    expect(screen.queryByText(MISSING)).toBeNull()
  },
)

it('keeps the error when another row changes, and clears it when the name does', async () => {
  const user = await saved()
  await user.type(screen.getByLabelText('Phone of person 1'), '1')
  await user.click(screen.getByRole('button', { name: 'Add person' }))
  expect(screen.getByText(MISSING)).toBeTruthy()
  await user.type(screen.getByLabelText('Name of person 2'), 'A')
  expect(screen.queryByText(MISSING)).toBeNull()
})
