import { act } from '@testing-library/react'
import { useState } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { afterEach, expect, it, vi } from 'vitest'
import { Field, TextInput } from './field'

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
