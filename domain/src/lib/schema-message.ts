import type { z } from 'zod'
import { pluralize } from './pluralize'

const TYPES: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
}

const UNITS: Readonly<Record<string, string>> = { string: 'character', array: 'item' }

/** For fields whose schema has no sentence of its own: what only a program can send wrong. */
export function schemaMessage(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined) return 'This field is required'
      return `Please send ${TYPES[issue.expected] ?? 'a valid value'}`
    case 'invalid_value':
      return `Please send ${issue.values.length > 1 ? 'one of ' : ''}${issue.values.join(', ')}`
    case 'too_big':
      return `Must be at most ${limit(issue.maximum, issue.origin)}`
    case 'too_small':
      return `Must be at least ${limit(issue.minimum, issue.origin)}`
    default:
      return 'Please send a valid value'
  }
}

function limit(size: number | bigint, origin: string): string {
  const unit = UNITS[origin]
  return unit ? pluralize(Number(size), unit) : String(size)
}
