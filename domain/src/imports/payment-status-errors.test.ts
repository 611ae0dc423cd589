import { describe, expect, it } from 'vitest'
import { createStatusErrors } from './payment-status-errors'

const errorOf = (heading: string, cell: string) =>
  createStatusErrors(['Date', heading])(['2026-11-03', cell], 2000)

describe('a payment', () => {
  it.each(['Status', 'PAYMENT STATUS', 'transaction_status'])('has its status under "%s"', (heading) => {
    expect(errorOf(heading, 'Failed')).toBe('The status is "Failed"')
    expect(errorOf(heading, 'Paid')).toBeUndefined()
  })

  it.each(['Currency', 'Currency Code', 'Transaction Currency', 'payment_currency'])(
    'has its currency under "%s"',
    (heading) => {
      expect(errorOf(heading, 'CAD')).toBe('The currency is "CAD", not US dollars')
      expect(errorOf(heading, 'USD')).toBeUndefined()
    },
  )

  it('has neither under another heading', () => {
    expect(errorOf('Account Status', 'Failed')).toBeUndefined()
    expect(errorOf('Bank Currency', 'CAD')).toBeUndefined()
  })

  it.each(['USD', 'usd', ' USD ', 'US$', 'US $', '$', 'US dollar', 'US Dollars', 'U.S. dollars', ''])(
    'is in US dollars if its currency is "%s"',
    (currency) => {
      expect(errorOf('Currency', currency)).toBeUndefined()
    },
  )

  it.each(['CA$', 'A$', '$ CAD', 'USDC', 'dollars', '€'])('is not if it is "%s"', (currency) => {
    expect(errorOf('Currency', currency)).toBe(`The currency is "${currency}", not US dollars`)
  })
})

it('a status or currency is named on one line, in at most 40 characters', () => {
  expect(errorOf('Status', ' Returned \n -  NSF ')).toBe('The status is "Returned - NSF"')
  expect(errorOf('Status', `Returned ${'x'.repeat(40)}`)).toBe(`The status is "Returned ${'x'.repeat(31)}"`)
  // What is not shown counts too.
  const late = 'Payment payment payment payment received, returned'
  expect(errorOf('Status', late)).toBe('The status is "Payment payment payment payment received"')
  expect(errorOf('Currency', ' Euro\t\n(EUR) ')).toBe('The currency is "Euro (EUR)", not US dollars')
})

it('of several such columns each counts, and the status before the currency', () => {
  const errors = createStatusErrors(['Status', 'Currency', 'Transaction Status', 'Currency Code'])
  expect(errors(['Paid', 'USD', 'Pending', 'CAD'], 2000)).toBe('The status is "Pending"')
  expect(errors(['Paid', 'USD', 'Paid', 'CAD'], 2000)).toBe('The currency is "CAD", not US dollars')
  expect(errors(['Paid', 'USD', 'Paid', 'USD'], 2000)).toBeUndefined()
  expect(errors([], 2000)).toBeUndefined()
})
