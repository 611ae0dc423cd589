import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { Field, TextInput } from '../ui/inputs/field'
import { useFieldErrors } from './use-field-errors'

function AForm({ wrong }: { wrong: readonly string[] }) {
  const { errors, show } = useFieldErrors()
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        show(Object.fromEntries(wrong.map((name) => [name, `${name} is missing`])))
      }}
    >
      {['name', 'email', 'phone'].map((name) => (
        <Field key={name} label={name} error={errors[name]}>
          <TextInput value="" onValueChange={() => undefined} />
        </Field>
      ))}
      <button type="submit">Send</button>
    </form>
  )
}

it('the focus goes to the first field that is wrong, in the order of the form, with its words', async () => {
  render(<AForm wrong={['phone', 'email']} />)
  await userEvent.click(screen.getByRole('button', { name: 'Send' }))
  const email = screen.getByLabelText('email')
  expect(document.activeElement).toBe(email)
  const words = document.getElementById(email.getAttribute('aria-describedby') ?? '')
  expect(words?.textContent).toBe('email is missing')
})

it('the focus stays where it is when nothing is wrong', async () => {
  render(<AForm wrong={[]} />)
  await userEvent.click(screen.getByRole('button', { name: 'Send' }))
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Send' }))
})
