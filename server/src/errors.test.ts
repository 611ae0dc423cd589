import { expect, it } from 'vitest'
import { AppError } from './errors'

const DAY = {
  n: 4,
  reason: 'full',
  date: '2026-12-04',
  monthName: 'December',
  year: 2026,
  free: 0,
} as const

it('has the English message, and what other languages need to word it', () => {
  expect(new AppError('too-many', { wait: 300 }, { retryAfterSeconds: 300 }).body).toEqual({
    error: {
      code: 'too-many',
      message: 'Too many attempts. Please try again in 5 minutes.',
      params: { wait: 300 },
    },
  })
  expect(new AppError('not-found').body).toEqual({
    error: { code: 'not-found', message: "We couldn't find this. It may have been removed." },
  })
})

it('repeats the message at a field', () => {
  const message = 'Friday, December 4 is full. Please choose another day.'
  const params = { days: [DAY] }
  expect(new AppError('day-unavailable', params).onField('selected_days').body).toEqual({
    error: {
      code: 'day-unavailable',
      message,
      params,
      fields: { selected_days: message },
      field_codes: { selected_days: { code: 'day-unavailable', params } },
    },
  })
})

it('has codes only of the fields whose errors have one', () => {
  const tooLong = { code: 'too-long', message: 'Must be at most 40 characters', params: { max: 40 } }
  const { error } = new AppError('invalid', {}, { fields: { reason: 'Reason is required', phone: tooLong } })
    .body
  expect(error.fields).toEqual({ reason: 'Reason is required', phone: 'Must be at most 40 characters' })
  expect(error.field_codes).toEqual({ phone: { code: 'too-long', params: { max: 40 } } })
})
