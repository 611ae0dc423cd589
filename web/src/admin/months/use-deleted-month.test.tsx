import { act, renderHook } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { AdminMonth } from './months.admin.api'
import { useDeletedMonth } from './use-deleted-month'

const aMonth = (month_name: string) => ({ id: month_name, month_name, year: 2027 }) as unknown as AdminMonth
const [november, march] = [aMonth('November'), aMonth('March')]

type Look = {
  months: AdminMonth[]
  shown?: AdminMonth
  isDirty: boolean
  wanted?: string
  isNewest?: boolean
}
const open = (isDirty: boolean, address?: Pick<Look, 'wanted' | 'isNewest'>) =>
  renderHook(
    ({
      months,
      shown,
      wanted = null,
      isNewest = true,
      isDirty: dirty,
    }: Omit<Look, 'wanted'> & { wanted?: string | null }) =>
      useDeletedMonth(months, shown, { wanted, isNewest, isDirty: dirty }),
    { initialProps: { months: [november, march], shown: march, isDirty, ...address } as Look },
  )

it('says that the open month was deleted by somebody else, until another one is chosen', () => {
  const { result, rerender } = open(false)
  expect(result.current.words).toBeNull()
  rerender({ months: [november], shown: november, isDirty: false })
  expect(result.current.words).toBe('March 2027 was just deleted.')
  rerender({ months: [november], shown: november, isDirty: true })
  expect(result.current.words).not.toBeNull()
  const april = aMonth('April')
  rerender({ months: [november, april], shown: april, isDirty: false })
  expect(result.current.words).toBeNull()
})

it('says that unsaved changes went with it, also when it was the last one', () => {
  const { result, rerender } = open(true)
  rerender({ months: [], shown: undefined, isDirty: true })
  expect(result.current.words).toBe('March 2027 was just deleted. Your changes to it are gone too.')
})

it('says nothing of what was deleted here, nor of a month that somebody chooses', () => {
  const { result, rerender } = open(false)
  rerender({ months: [november, march], shown: november, isDirty: false })
  expect(result.current.words).toBeNull()
  act(() => result.current.noteDeleting(november))
  rerender({ months: [march], shown: march, isDirty: false })
  expect(result.current.words).toBeNull()
})

it('says that the address it was opened with names no month, once the list is the newest', () => {
  const { result, rerender } = open(false, { wanted: 'nothing', isNewest: false })
  expect(result.current.words).toBeNull()
  const look = { months: [november, march], shown: march, isDirty: false }
  rerender({ ...look, wanted: 'nothing' })
  expect(result.current.words).toBe('The month in this link no longer exists.')
  rerender({ ...look, wanted: 'made here' })
  expect(result.current.words).toBeNull()
})
