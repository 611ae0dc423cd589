import { QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, it, vi } from 'vitest'
import { withStaff } from '../testing/staff'
import { ApiError } from './api-client'
import { AuthProvider } from './auth-provider'
import { queryClient } from './query-client'
import { useVersionedForm } from './use-versioned-form'
import { isSameAccount, type Save, type Versioned } from './versioned-draft'

type Values = { full_name: string; email: string }
type Row = Versioned<Values>

withStaff(() => undefined)

const ana: Row = {
  values: { full_name: 'Ana', email: 'ana@example.com' },
  version: 1,
  isSame: isSameAccount,
}
const stored = (version: number, values: Partial<Values>): Row => ({
  ...ana,
  version,
  values: { ...ana.values, ...values },
})

const wrapper = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={queryClient}>
    <AuthProvider>{children}</AuthProvider>
  </QueryClientProvider>
)

/** A form over a row; each save waits for `respond` or `fail`. */
function openForm() {
  const saves: { save: Save<Values>; respond: (row: Row) => void; fail: (error: Error) => void }[] = []
  const [onSaved, onError] = [vi.fn(), vi.fn()]
  const mutationFn = (save: Save<Values>) =>
    new Promise<Row>((respond, fail) => {
      saves.push({ save, respond, fail })
    })
  const hook = renderHook(
    (row: Row) => useVersionedForm({ name: 'ana', stored: row, mutation: { mutationFn }, onSaved, onError }),
    { wrapper, initialProps: ana },
  )
  const form = () => hook.result.current
  return {
    ...hook,
    form,
    saves,
    onSaved,
    onError,
    edit: (part: Partial<Values>) => act(() => form().edit(part)),
    submit: async (found = {}) => {
      const before = saves.length
      act(() => form().submit(found))
      await waitFor(() => expect(form().isSaving).toBe(saves.length > before))
      return saves.at(-1)
    },
  }
}

it('shows what others save in untouched fields, and sends only what was edited, on the newest version', async () => {
  const { form, edit, submit, rerender } = openForm()
  edit({ full_name: 'Ana Roy' })
  rerender(stored(4, { email: 'new@example.com' }))
  expect(form().values).toEqual({ full_name: 'Ana Roy', email: 'new@example.com' })
  expect(form().conflict).toBeNull()
  const sent = await submit()
  expect(sent?.save).toMatchObject({ changes: { full_name: 'Ana Roy' }, version: 4 })
})

it('sends nothing with errors or a conflict; each attempt brings the alert back into view', async () => {
  const { form, edit, submit, saves, rerender } = openForm()
  edit({ full_name: '' })
  await submit({ full_name: 'Full name is required' })
  expect(form().errors).toEqual({ full_name: 'Full name is required' })
  edit({ full_name: 'Ana Roy' })
  expect(form().errors.full_name).toBeUndefined()
  rerender(stored(2, { full_name: 'Diana' }))
  for (const attempts of [1, 2]) {
    await submit()
    expect(form().conflict?.attempts).toBe(attempts)
  }
  expect(saves).toEqual([])
})

it.each([
  ['onOverwrite', 'Ana Roy', true],
  ['onDiscard', 'Diana', false],
] as const)('resolves a conflict by %s', async (resolve, full_name, isDirty) => {
  const { form, edit, submit, rerender } = openForm()
  edit({ full_name: 'Ana Roy' })
  rerender(stored(2, { full_name: 'Diana' }))
  expect(form().conflicts).toEqual(['full_name'])
  act(() => form().conflict?.[resolve]())
  expect(form().conflict).toBeNull()
  expect(form().values.full_name).toBe(full_name)
  expect(form().isDirty).toBe(isDirty)
  if (isDirty) expect((await submit())?.save).toMatchObject({ changes: { full_name }, version: 2 })
})

it('keeps what was typed during a save, and reports that the form is not done', async () => {
  const { form, edit, submit, onSaved, rerender } = openForm()
  edit({ full_name: 'Ana Roy' })
  const sent = await submit()
  edit({ email: 'roy@example.com' })
  // Its own save, seen live before the response.
  rerender(stored(2, { full_name: 'Ana Roy' }))
  expect(form().conflict).toBeNull()
  await act(async () => sent?.respond(stored(2, { full_name: 'Ana Roy' })))
  expect(onSaved).toHaveBeenCalledWith(expect.anything(), expect.anything(), false)
  expect(form().draft).toEqual({
    changes: { email: 'roy@example.com' },
    base: { email: 'ana@example.com' },
  })
})

it('shows the errors of a rejected save at its fields, and keeps the draft', async () => {
  const { form, edit, submit, onError } = openForm()
  edit({ email: 'no' })
  const sent = await submit()
  await act(async () => sent?.fail(new ApiError(400, 'invalid', 'Invalid', { email: 'Not an email' }, true)))
  expect(onError).toHaveBeenCalledOnce()
  expect(form().errors).toEqual({ email: 'Not an email' })
  expect(form().values.email).toBe('no')
})

it('finds its own save after a lost response, as the server stores it', async () => {
  const { form, edit, submit, rerender } = openForm()
  edit({ email: 'Ana.Roy@Example.com', full_name: 'Ana Roy' })
  const sent = await submit()
  await act(async () => sent?.fail(new TypeError('Failed to fetch')))
  rerender(stored(2, { email: 'ana.roy@example.com', full_name: 'Ana Roy' }))
  expect(form().conflict).toBeNull()
  // Stored to the letter: no longer a change.
  await waitFor(() => expect(form().isChanged('full_name')).toBe(false))
  expect((await submit())?.save).toMatchObject({ version: 2, changes: { email: 'Ana.Roy@Example.com' } })
})

it('forgets the draft of a form that is left', async () => {
  const first = openForm()
  first.edit({ full_name: 'Ana Roy' })
  first.unmount()
  await act(async () => undefined)
  expect(openForm().form().isDirty).toBe(false)
})
