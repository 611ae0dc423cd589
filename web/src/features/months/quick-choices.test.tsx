import { weekday } from '@aftercare/domain/lib/days'
import { dateInMonth, dayNumbers, type MonthCalendar } from '@aftercare/domain/months/months'
import { NO_SEATING } from '@aftercare/domain/months/seats'
import type { EarlierRegistration } from '@aftercare/domain/registration/quick-choices'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { QuickChoices } from './quick-choices'

const monthNamed = (monthName: string): MonthCalendar => ({
  monthName,
  year: 2026,
  regularPriceCents: 2000,
  specialPriceCents: 3000,
  specialDays: [],
  cancelledDays: [],
  closedDays: [],
  dayTypes: {},
  seating: NO_SEATING,
})
const december = { ...monthNamed('December'), closedDays: [4, 11, 18, 25] }
const every = (month: MonthCalendar, day: number) =>
  dayNumbers(month).filter((n) => weekday(dateInMonth(month, n) ?? '') === day)

function Form({ start = [], earlier }: { start?: number[]; earlier?: EarlierRegistration[] }) {
  const [days, setDays] = useState(start)
  return (
    <>
      <QuickChoices
        month={december}
        today="2026-12-02"
        chosen={days}
        onChoose={setDays}
        earlier={earlier && { rows: earlier }}
      />
      <p data-testid="chosen">{days.join(' ')}</p>
    </>
  )
}

const button = (name: string) => screen.getByRole('button', { name })
const chosen = () => screen.getByTestId('chosen').textContent

it('selects a weekday for the whole month, and removes it again', async () => {
  const user = userEvent.setup()
  render(<Form />)
  expect(screen.getByRole('group', { name: 'Every week' })).toBeTruthy()
  await user.click(button('Mon'))
  expect(chosen()).toBe('7 14 21 28')
  expect(button('Mon').getAttribute('aria-pressed')).toBe('true')
  expect(screen.getByRole('status').textContent).toBe('4 days, $80.00 per child')
  await user.click(button('Mon'))
  expect(chosen()).toBe('')
})

it('says how many days of a partly selected weekday are, and a click selects the rest', async () => {
  const user = userEvent.setup()
  render(<Form start={[7, 21]} />)
  const partial = button('Mon 2 of 4')
  expect(partial.getAttribute('aria-pressed')).toBe('mixed')
  expect(partial.title).toBe('Select all 4')
  await user.click(partial)
  expect(chosen()).toBe('7 14 21 28')
  expect(button('Mon').title).toBe('')
})

it('offers no weekday without a selectable day', () => {
  render(<Form />)
  expect(button('Fri').hasAttribute('disabled')).toBe(true)
})

it('offers Clear once a day is selected', async () => {
  const user = userEvent.setup()
  render(<Form start={[3, 7]} />)
  await user.click(button('Clear'))
  expect(chosen()).toBe('')
  expect(screen.queryByRole('button', { name: 'Clear' })).toBeNull()
})

it('repeats the weekdays of the latest month before', async () => {
  const user = userEvent.setup()
  const november = monthNamed('November')
  render(<Form start={[3]} earlier={[{ childId: 'a', month: november, days: every(november, 1) }]} />)
  await user.click(button('Same as November'))
  expect(chosen()).toBe('3 7 14 21 28')
})
