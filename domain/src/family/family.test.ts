import { describe, expect, test } from 'vitest'
import { rulesTable } from '../../testing/rules-table'
import { invitationError, invitationExpiry, type Joiner, joinError, joinState, shortenEmail } from './family'
import { invitationSchema, joinSignUpSchema } from './invitation-schemas'
import { JOIN_ERROR_MESSAGES } from './join-errors'

const listed = (text: string) => (text === 'none' ? [] : text.split(', '))

test.each(rulesTable('family.md', 'Inviting'))('inviting: $name', (row) => {
  const error = invitationError(row.text('invited'), {
    adultEmails: listed(row.text('adults')),
    invitedEmails: listed(row.text('open invitations')),
    mailsToday: Number(row.text('mails today')),
  })
  expect(error ?? 'sent').toBe(row.text('result'))
})

test.each(rulesTable('family.md', 'The page behind the link'))('the page: $name', (row) => {
  const email = row.text('signed in as')
  const viewer =
    email === 'nobody' ? null : { email, joinError: row.yes('may join') ? null : ('staff' as const) }
  expect(joinState('kemi@x.org', row.yes('the address has an account'), viewer)).toBe(row.text('page'))
})

test.each([
  ['kemi@example.com', 'k…@example.com'],
  ['k@example.com', 'k…@example.com'],
  ['"odd@name"@example.com', '"…@example.com'],
  ['@example.com', '…'],
  ['nonsense', '…'],
])('shortens %s to %s', (email, shown) => {
  expect(shortenEmail(email)).toBe(shown)
})

describe('joining', () => {
  const NEW: Joiner = {
    email: 'kemi@x.org',
    isStaff: false,
    isSuspended: false,
    memberOf: null,
    hasRecords: false,
    hasMembers: false,
  }
  const DETAILS: Record<string, Partial<Joiner>> = {
    new: {},
    'in this family': { memberOf: 'family' },
    'in another family': { memberOf: 'another' },
    'with records': { hasRecords: true },
    'with members': { hasMembers: true },
    admin: { isStaff: true },
    suspended: { isSuspended: true },
  }

  test.each(rulesTable('family.md', 'Who may join'))('$name', (row) => {
    const names = listed(row.text('account'))
    const isFirst = names[0] === "the family's first adult"
    const details = isFirst ? [] : names.map((name) => DETAILS[name])
    expect(details).not.toContain(undefined)
    const joiner = Object.assign({}, NEW, ...details)
    const error = joinError(joiner, isFirst ? 'family' : 'kemi', 'family')
    expect(error ? JOIN_ERROR_MESSAGES[error] : 'may join').toBe(row.text('result'))
  })
})

test('an invitation works for seven days', () => {
  const sent = new Date('2026-11-16T14:00:00Z')
  expect(invitationExpiry(sent).toISOString()).toBe('2026-11-23T14:00:00.000Z')
})

test.each(['', 'kemi', 'kemi@', '@x.org', 'a b@x.org', 'kemi@x.org, al@x.org', `${'k'.repeat(250)}@x.org`])(
  'refuses the address "%s"',
  (email) => {
    expect(invitationSchema.safeParse({ email }).success).toBe(false)
  },
)

test('takes an address in any case, and a name with markup as it is', () => {
  expect(invitationSchema.parse({ email: ' Kemi@X.org ' })).toEqual({ email: 'kemi@x.org' })
  const given = { token: 't', full_name: '<b>Kemi</b>', password: 'sunset over water' }
  expect(joinSignUpSchema.parse(given)).toEqual(given)
})
