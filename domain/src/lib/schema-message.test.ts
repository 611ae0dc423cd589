import { expect, test } from 'vitest'
import { z } from 'zod'
import { schemaMessage } from './schema-message'

const messageFor = (schema: z.ZodType, input: unknown) =>
  schema.safeParse(input, { error: schemaMessage }).error?.issues[0]?.message

test.each([
  [z.boolean(), 'yes', 'Please send true or false'],
  [z.number(), '3', 'Please send a number'],
  [z.number().int(), 1.5, 'Please send a whole number'],
  [z.string(), 3, 'Please send text'],
  [z.array(z.string()), 'a', 'Please send a list'],
  [z.object({}), 'a', 'Please send an object'],
  [z.date(), 'a', 'Please send a valid value'],
  [z.boolean(), undefined, 'This field is required'],
  [z.enum(['credit', 'keep']), 'x', 'Please send one of credit, keep'],
  [z.literal(true), false, 'Please send true'],
  [z.number().max(31), 32, 'Must be at most 31'],
  [z.number().min(1), 0, 'Must be at least 1'],
  [z.string().max(3), 'abcd', 'Must be at most 3 characters'],
  [z.array(z.string()).min(1), [], 'Must be at least 1 item'],
  [z.url(), 'x', 'Please send a valid value'],
])('%#: %j', (schema, input, message) => {
  expect(messageFor(schema, input)).toBe(message)
})

test("a schema's own sentence stays", () => {
  expect(messageFor(z.boolean('Please choose'), 'yes')).toBe('Please choose')
})
