import { act, cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { afterEach, expect, it, vi } from 'vitest'
import { Form as GuardedForm } from '../../lib/form'
import { CheckboxInput } from './checkbox'
import { Field, TextArea, TextInput } from './field'

function Form({ onChange }: { onChange?: (text: string) => void }) {
  const [email, setEmail] = useState('')
  return (
    <Field label="Email" description={email}>
      <TextInput
        value={email}
        onValueChange={(text) => {
          onChange?.(text)
          setEmail(text)
        }}
      />
    </Field>
  )
}

const container = document.createElement('div')
afterEach(() => container.replaceChildren())

it('keeps what was typed before the page from the server was hydrated', async () => {
  container.innerHTML = renderToString(<Form />)
  const input = container.querySelector('input') as HTMLInputElement
  input.value = 'dana@example.com'
  const onChange = vi.fn()
  const root = await act(async () => hydrateRoot(container, <Form onChange={onChange} />))
  expect(onChange).toHaveBeenCalledExactlyOnceWith('dana@example.com')
  expect(container.querySelector('input')?.value).toBe('dana@example.com')
  expect(container.querySelector('p')?.textContent).toBe('dana@example.com')
  act(() => root.unmount())
})

it('keeps notes and a tick from before the page was hydrated', async () => {
  function Guest() {
    const [notes, setNotes] = useState('')
    const [agreed, setAgreed] = useState(false)
    return (
      <>
        <TextArea value={notes} onValueChange={setNotes} />
        <CheckboxInput checked={agreed} onCheckedChange={setAgreed} aria-label="I agree" />
        <p>{`${notes} ${agreed}`}</p>
      </>
    )
  }
  container.innerHTML = renderToString(<Guest />)
  const notes = container.querySelector('textarea') as HTMLTextAreaElement
  const agreed = container.querySelector('input') as HTMLInputElement
  notes.value = 'Naps at four'
  agreed.checked = true
  const root = await act(async () => hydrateRoot(container, <Guest />))
  expect(container.querySelector('p')?.textContent).toBe('Naps at four true')
  expect([notes.value, agreed.checked]).toEqual(['Naps at four', true])
  act(() => root.unmount())
})

const TOO_LONG = 'Too long: 12 of 10 characters. Nothing was cut off. Please shorten it.'

it.each([
  ['line', TextInput],
  ['area', TextArea],
])('a %s keeps a pasted text that is too long, says by how much, and is not sent', async (_, Control) => {
  const sent = vi.fn()
  function Limited() {
    const [text, setText] = useState('')
    return (
      <GuardedForm draft="nothing to lose" onSubmit={() => sent(text)}>
        <Field label="Allergies" error="The form's error about an earlier text">
          <Control value={text} maxLength={10} onValueChange={setText} />
        </Field>
        <button type="submit">Save</button>
      </GuardedForm>
    )
  }
  render(<Limited />)
  const field = screen.getByLabelText<HTMLInputElement>('Allergies')
  await userEvent.click(field)
  await userEvent.paste('Nuts, peanut ')
  expect(field.value).toBe('Nuts, peanut ')
  expect(field.getAttribute('aria-invalid')).toBe('true')
  const described = field.getAttribute('aria-describedby') ?? ''
  expect(document.getElementById(described)?.textContent).toBe(TOO_LONG)
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(sent).not.toHaveBeenCalled()
  expect(document.activeElement).toBe(field)
  // Spaces at the end are not stored, so they do not count.
  await userEvent.type(field, '{Backspace}{Backspace}{Backspace}  ')
  expect(screen.queryByText(/^Too long/)).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(sent).toHaveBeenCalledExactlyOnceWith('Nuts, pean  ')
  cleanup()
})
