import { expect, it } from 'vitest'
import { ApiError } from '../lib/api-client'
import { errorReason } from './error-reason'

const UNREACHABLE = 'We could not reach the server. Nothing is lost.'

it.each<[string, Error, string]>([
  ["the server's sentence", new ApiError(409, 'x', 'The day is full.'), 'The day is full.'],
  ['what is wrong with a field', new ApiError(422, 'x', 'Invalid.', { email: 'Taken.' }), 'Taken.'],
  ['what to do after an error of the server', new ApiError(500, 'x', 'Oops.'), 'Please try again.'],
  ['that the server was not reached', new ApiError(0, 'network', ''), `Please try again. ${UNREACHABLE}`],
])('says %s', (_, error, text) => {
  expect(errorReason(error)).toBe(text)
})
