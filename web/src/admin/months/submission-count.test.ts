import { expect, it } from 'vitest'
import { submissionCount } from './submission-count'

it.each([
  [0, '0 submissions'],
  [1, '1 submission'],
  [9_999, '9,999 submissions'],
  [10_000, '10,000+ submissions'],
])('%i is shown as "%s"', (submission_count, expected) => {
  expect(submissionCount({ submission_count })).toBe(expected)
})
