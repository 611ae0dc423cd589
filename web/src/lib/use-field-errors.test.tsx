import { SIGN_IN_RULES } from '@aftercare/domain/auth/account-rules'
import { es } from '@aftercare/domain/lib/texts/errors.es'
import { act, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, it } from 'vitest'
import { setLanguage } from '../language/language'
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

function SignIn() {
  const { errors, check } = useFieldErrors()
  return (
    <>
      <p>{errors.email}</p>
      <button type="button" onClick={() => check({ email: '', password: 'x' }, SIGN_IN_RULES)}>
        Check
      </button>
    </>
  )
}

afterEach(() => setLanguage('en'))

it('words the errors in the chosen language, also when another is chosen', async () => {
  render(<SignIn />)
  await userEvent.click(screen.getByRole('button', { name: 'Check' }))
  screen.getByText('Email is required')
  act(() => setLanguage('es', [es]))
  screen.getByText('El correo electrónico es obligatorio')
})
