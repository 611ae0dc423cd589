import { act, renderHook } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { AdminMonth } from './months.api'
import { useDeletedMonth } from './use-deleted-month'

const aMonth = (month_name: string) => ({ id: month_name, month_name, year: 2027 }) as unknown as AdminMonth
const [november, march] = [aMonth('November'), aMonth('March')]

type Props = {
  months: AdminMonth[]
  shown?: AdminMonth
  isDirty: boolean
  wanted?: string
  isFresh?: boolean
}
const open = (isDirty: boolean, url?: Pick<Props, 'wanted' | 'isFresh'>) =>
  renderHook(
    ({
      months,
      shown,
      wanted = null,
      isFresh = true,
      isDirty: dirty,
    }: Omit<Props, 'wanted'> & { wanted?: string | null }) =>
      useDeletedMonth(months, shown, { wanted, isFresh, isDirty: dirty }),
    { initialProps: { months: [november, march], shown: march, isDirty, ...url } as Props },
  )

it('says that another admin deleted the open month, until another one is chosen', () => {
  const { result, rerender } = open(false)
  expect(result.current.message).toBeNull()
  rerender({ months: [november], shown: november, isDirty: false })
  expect(result.current.message).toBe('March 2027 was just deleted.')
  rerender({ months: [november], shown: november, isDirty: true })
  expect(result.current.message).not.toBeNull()
  const april = aMonth('April')
  rerender({ months: [november, april], shown: april, isDirty: false })
  expect(result.current.message).toBeNull()
})

it('says that unsaved changes are lost with it, also for the last month', () => {
  const { result, rerender } = open(true)
  rerender({ months: [], shown: undefined, isDirty: true })
  expect(result.current.message).toBe('March 2027 was just deleted. Your changes to it are gone too.')
})

it('says nothing after deleting a month here, or after choosing another one', () => {
  const { result, rerender } = open(false)
  rerender({ months: [november, march], shown: november, isDirty: false })
  expect(result.current.message).toBeNull()
  act(() => result.current.markDeleting(november))
  rerender({ months: [march], shown: march, isDirty: false })
  expect(result.current.message).toBeNull()
})

it('says that the month in the URL does not exist, once the list is fresh', () => {
  const { result, rerender } = open(false, { wanted: 'nothing', isFresh: false })
  expect(result.current.message).toBeNull()
  const props = { months: [november, march], shown: march, isDirty: false }
  rerender({ ...props, wanted: 'nothing' })
  expect(result.current.message).toBe('The month in this link no longer exists.')
  rerender({ ...props, wanted: 'made here' })
  expect(result.current.message).toBeNull()
})
