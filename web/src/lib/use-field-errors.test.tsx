import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { Field, TextInput } from '../ui/inputs/field'
import { useFieldErrors } from './use-field-errors'

function AForm({ invalid }: { invalid: readonly string[] }) {
  const { errors, show } = useFieldErrors()
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        show(Object.fromEntries(invalid.map((name) => [name, `${name} is missing`])))
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

it('moves the focus to the first invalid field in the order of the form, described by its error', async () => {
  render(<AForm invalid={['phone', 'email']} />)
  await userEvent.click(screen.getByRole('button', { name: 'Send' }))
  const email = screen.getByLabelText('email')
  expect(document.activeElement).toBe(email)
  const message = document.getElementById(email.getAttribute('aria-describedby') ?? '')
  expect(message?.textContent).toBe('email is missing')
})

it('leaves the focus when every field is valid', async () => {
  render(<AForm invalid={[]} />)
  await userEvent.click(screen.getByRole('button', { name: 'Send' }))
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Send' }))
})
