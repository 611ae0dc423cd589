import { act } from '@testing-library/react'
import { useState } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { afterEach, expect, it, vi } from 'vitest'
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
