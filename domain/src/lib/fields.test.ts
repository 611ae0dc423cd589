import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { fieldError, multiLineRule, type Rule, required, singleLineRule } from './field-rules'
import {
  amountField,
  fieldErrorsOf,
  idField,
  issueMessage,
  optionalTextField,
  selectedDaysField,
  shownFeeField,
  textField,
} from './fields'

/** What was stored, or the error. */
function resultOf(schema: z.ZodType, input: unknown) {
  const { error, data } = schema.safeParse(input)
  return error ? fieldErrorsOf(error).request : data
}

const NAME_REQUIRED = fieldError('name-required', 'Name is required')
const tooLongFor = (max: number) => fieldError('too-long', `Must be at most ${max} characters`, { max })

describe('a text', () => {
  test.each([
    [' Ada ', 'Ada'],
    ['', NAME_REQUIRED],
    ['  ', NAME_REQUIRED],
    [undefined, NAME_REQUIRED],
    [7, NAME_REQUIRED],
    ['Augusta', tooLongFor(5)],
    ['A\nB', fieldError('line-breaks', 'Please remove line breaks and special control characters')],
  ])('that is needed, sent as %j, is %j', (sent, expected) => {
    expect(resultOf(textField(singleLineRule(5, NAME_REQUIRED)), sent)).toEqual(expected)
  })

  test.each([
    [' Naps ', 'Naps'],
    ['  ', null],
    [null, null],
    [undefined, null],
    ['Snacks', tooLongFor(5)],
    ['A\nB', 'A\nB'],
    ['A\u0000B', fieldError('control-characters', 'Please remove special control characters')],
  ])('that may be missing, sent as %j, is %j', (sent, expected) => {
    expect(resultOf(optionalTextField(multiLineRule(5)), sent)).toEqual(expected)
  })
})

test('an amount is checked without the blanks around it', () => {
  const rule: Rule = (typed) => (typed === '22.5' ? undefined : `"${typed}" is wrong`)
  expect(resultOf(amountField(rule), ' 22.5 ')).toBe('22.50')
  expect(resultOf(amountField(rule), 22.5)).toBe('22.50')
  const amount = amountField(required('Please enter an amount'))
  for (const blank of ['', ' ', undefined, null])
    expect(resultOf(amount, blank)).toBe('Please enter an amount')
})

const WRONG_FEE = 'Please send an amount with at most two decimals'

test.each([
  ['22.5', 2250],
  [22.5, 2250],
  [0, 0],
  // A sum may be larger than any single amount.
  ['123456789.01', 12345678901],
  ['22.505', WRONG_FEE],
  [-1, WRONG_FEE],
  ['', WRONG_FEE],
  ['$20', WRONG_FEE],
  [true, WRONG_FEE],
  [undefined, WRONG_FEE],
])('the fee that was shown, sent as %j, is %j', (sent, expected) => {
  expect(resultOf(shownFeeField, sent)).toBe(expected)
})

test.each([
  ['x', fieldError('id-unknown', 'Unknown id')],
  [undefined, fieldError('id-unknown', 'Unknown id')],
])('an id sent as %j is unknown', (sent, expected) => {
  expect(resultOf(idField, sent)).toEqual(expected)
})

const DAY_REQUIRED = fieldError('day-required', 'Please select at least one day.')

test.each([
  [
    [10, 3],
    [3, 10],
  ],
  [[], DAY_REQUIRED],
  [undefined, DAY_REQUIRED],
  ['3', DAY_REQUIRED],
  [[3, 3], fieldError('days-repeated', 'Each day can be selected only once')],
])('days sent as %j are %j', (sent, expected) => {
  expect(resultOf(selectedDaysField, sent)).toEqual(expected)
})

test('a sentence keeps its code where a form without codes says the same', () => {
  issueMessage(NAME_REQUIRED)
  const uncoded: Rule = () => NAME_REQUIRED.message
  expect(resultOf(amountField(uncoded), '1')).toEqual(NAME_REQUIRED)
})
