import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { errorsOf, FORMS, formNamed } from '../../testing/forms'
import { rulesTable } from '../../testing/rules-table'
import { adminEditSchema } from '../admins/admin-schemas'
import {
  changePasswordRules,
  newPasswordRule,
  requiredEmail,
  SIGN_IN_RULES,
  SIGN_UP_RULES,
} from '../auth/account-rules'
import { signInSchema, signUpSchema } from '../auth/auth-schemas'
import { childEditSchema, childSchema } from '../children/child-schemas'
import { checkChild } from '../children/children'
import { checkTemplates, DEFAULT_TEMPLATES } from '../mail/mail-templates'
import { monthSaveSchema } from '../months/month-schemas'
import { parentEditSchema } from '../parents/parent-schemas'
import { profileSchema } from '../profile/profile-schemas'
import { testMailSchema } from '../site-content/site-content-schemas'
import {
  paymentSchema,
  registrationSchema,
  submissionEditSchema,
  submissionUpdateSchema,
} from '../submissions/submission-schemas'
import { REAUTH_RULES } from '../two-factor/two-factor'
import { isEmail, MAX_LENGTH } from './field-lengths'
import { checkFields, codesOf, messageOf, messagesOf } from './field-rules'
import { emailField, fieldErrorsOf } from './fields'
import { es } from './texts/errors.es'

const VALUES: Record<string, unknown> = { blank: '', empty: [], no: false, missing: undefined }

test.each(Object.keys(FORMS))('the %s form accepts what it asks for', (name) => {
  expect(errorsOf(name, {})).toEqual({})
})

const ODD = [
  '',
  ' ',
  'abc',
  'a@example.com',
  '-1',
  '1000000.01',
  '2025-02-29',
  '\u200b',
  'two\nlines',
  'x'.repeat(3000),
]

test.each(Object.keys(FORMS).filter((name) => FORMS[name]?.rules))(
  'the %s form says the same in the browser as the server does',
  (name) => {
    const { rules = {} } = formNamed(name)
    for (const field of Object.keys(rules))
      for (const value of ODD) {
        const { [field]: expected } = errorsOf(name, { [field]: value })
        const checked = messagesOf(checkFields({ [field]: value }, { [field]: rules[field] }))
        expect(checked[field]).toBe(expected)
      }
  },
)

test('a sign-up form without a name or a password is not sent', () => {
  expect(messagesOf(checkFields({ full_name: ' ', email: '', password: '' }, SIGN_UP_RULES))).toEqual({
    full_name: 'Full name is required',
    email: 'Email is required',
    password: 'Password is required',
  })
})

test('the browser names the fields of a part as the server does', () => {
  const child = { name: ' ', allergies: '', notes: '', grade: '', pickup_people: [], must_not_pick_up: [] }
  const people = [
    { name: 'Rose', phone: '555-0100' },
    { name: '', phone: '5'.repeat(41) },
  ]
  const barred = [
    { name: 'x'.repeat(121), note: '' },
    { name: ' ', note: 'x'.repeat(201) },
  ]
  expect(messagesOf(checkChild({ ...child, pickup_people: people, must_not_pick_up: barred }))).toEqual({
    name: 'Name is required',
    'pickup_people.1.name': 'Please enter a name',
    'pickup_people.1.phone': 'Must be at most 40 characters',
    'must_not_pick_up.0.name': 'Must be at most 120 characters',
    'must_not_pick_up.1.name': 'Please enter a name',
    'must_not_pick_up.1.note': 'Must be at most 200 characters',
  })
  const templates = { ...DEFAULT_TEMPLATES, 'daily-report': { subject: ' ', preheader: 'x'.repeat(301) } }
  expect(messagesOf(checkTemplates(templates))).toEqual({
    'daily-report.subject': 'Subject is required',
    'daily-report.preheader': 'Must be at most 300 characters',
  })
})

test('a phone without 7 digits is accepted of a person on file, if it is the stored one', () => {
  const child = { name: 'Ada', allergies: '', notes: '', grade: '' }
  const check = (phone: string, stored: string | null) =>
    messagesOf(
      checkChild({ ...child, pickup_people: [{ name: 'Rose', phone }], must_not_pick_up: [] }, [
        { name: 'Rose', phone: stored },
      ]),
    )
  const error = { 'pickup_people.0.phone': 'Please enter a phone number with at least 7 digits.' }
  expect([check('555', '555'), check(' 555 ', '555'), check('', '555')]).toEqual([{}, {}, {}])
  expect([check('5550', '555'), check('555', null), check('555', '555 0100')]).toEqual([error, error, error])
  const withPhone = (phone: string) => ({ pickup_people: [{ name: 'Rose', phone }] })
  expect(errorsOf('child', withPhone('555'))).toEqual(error)
  expect(errorsOf('child', withPhone('555 0100'))).toEqual({})
})

test.each([
  ['profile', 'phone'],
  ['adminDropIn', 'guest_parent_phone'],
])('the specified phone field of %s takes what is typed', (form, field) => {
  expect(errorsOf(form, { [field]: 'ask' })).toEqual({})
})

test('a new password is typed twice, and the current one is needed', () => {
  const typed = { current_password: ' ', password: 'sunset', confirmation: 'sunset' }
  expect(checkFields(typed, changePasswordRules('sunset'))).toEqual({})
  expect(newPasswordRule('x'.repeat(200))).toBeUndefined()
  expect(messageOf(newPasswordRule('12345') ?? '')).toBe('Password must be at least 6 characters long.')
  const wrong = { current_password: '', password: 'x'.repeat(201), confirmation: 'sunset ' }
  expect(messagesOf(checkFields(wrong, changePasswordRules('sunset')))).toEqual({
    current_password: 'Enter your current password',
    password: 'Must be at most 200 characters',
    confirmation: 'Please make sure both passwords are the same.',
  })
  expect(messagesOf(checkFields({ email: ' ', password: '' }, SIGN_IN_RULES))).toEqual({
    email: 'Email is required',
    password: 'Password is required',
  })
})

test('two-step sign-in needs the code, and to change it the password too', () => {
  expect(messagesOf(checkFields({ password: '', code: ' ' }, REAUTH_RULES))).toEqual({
    password: 'Enter your password',
    code: 'Enter the code',
  })
  expect(checkFields({ password: ' ', code: '123456' }, REAUTH_RULES)).toEqual({})
})

test('errors that families can meet have a code, by which other languages word them', () => {
  const errors = { name: { code: 'too-long', message: 'Too long', params: { max: 120 } }, note: 'For staff' }
  expect(codesOf(errors)).toEqual({ name: { code: 'too-long', params: { max: 120 } } })
  const { error } = childSchema.safeParse({ name: '', notes: 'x'.repeat(1001) })
  expect(error && codesOf(fieldErrorsOf(error))).toEqual({
    name: { code: 'name-required', params: undefined },
    notes: { code: 'too-long', params: { max: 1000 } },
  })
})

test('a sign-up form checks nothing else; the server does the rest', () => {
  const values = { full_name: 'x'.repeat(3000), email: 'abc', password: 'aaaaaa' }
  expect(checkFields(values, SIGN_UP_RULES)).toEqual({})
  expect(errorsOf('signUp', values)).toHaveProperty('full_name')
})

const FOR_FAMILIES = [
  'signIn',
  'signUp',
  'child',
  'profile',
  'registration',
  'guestRegistration',
  'submissionEdit',
  'dropIn',
  'guestDropIn',
]
/** What zod says by itself, about values that no form of ours sends. */
const MALFORMED = /^(Invalid|Too (big|small))/

test.each(FOR_FAMILIES)('every error of the %s form can be worded in Spanish', (name) => {
  const { schema, valid } = formNamed(name)
  const more = { pickup_people: [], guest_parent_phone: '', additional_notes: '', guest_child_notes: '' }
  const people = Array.from({ length: 99 }, () => ({ name: 'Ana' }))
  const uncoded: string[] = []
  for (const field of Object.keys({ ...valid, ...more }))
    for (const value of [undefined, null, false, [], [3, 3], people, ...ODD]) {
      const { error } = schema.safeParse({ ...valid, [field]: value })
      for (const each of Object.values(error ? fieldErrorsOf(error) : {}))
        if (typeof each === 'string') uncoded.push(each)
        else expect(es.wordField(each)).not.toBe('Revise este campo.')
    }
  expect(uncoded.filter((message) => !MALFORMED.test(message))).toEqual([])
})

test.each(rulesTable('forms.md', 'Messages'))('$name', (row) => {
  const value = row.text('value')
  const field = row.text('field')
  const changes = { [field]: value in VALUES ? VALUES[value] : value }
  expect(errorsOf(row.text('form'), changes)).toEqual({ [field]: row.text('message') })
})

test('every documented limit holds', () => {
  for (const row of rulesTable('forms.md', 'Limits')) {
    expect(MAX_LENGTH).toHaveProperty(row.text('text'), Number(row.text('at most')))
  }
})

test.each([
  ['child', 'name', MAX_LENGTH.name],
  ['child', 'allergies', MAX_LENGTH.allergies],
  ['child', 'notes', MAX_LENGTH.notes],
  ['profile', 'phone', MAX_LENGTH.phone],
  ['guestRegistration', 'guest_parent_name', MAX_LENGTH.name],
  ['guestRegistration', 'guest_child_notes', MAX_LENGTH.notes],
  ['submissionUpdate', 'guest_child_notes', MAX_LENGTH.staffNotes],
  ['payment', 'notes', MAX_LENGTH.notes],
])('the %s form takes %s up to %i characters', (form, field, max) => {
  expect(errorsOf(form, { [field]: 'x'.repeat(max) })).toEqual({})
  expect(errorsOf(form, { [field]: 'x'.repeat(max + 1) })).toEqual({
    [field]: `Must be at most ${max} characters`,
  })
})

describe('single-line fields', () => {
  test.each([
    ['child', 'name'],
    ['guestDropIn', 'guest_parent_name'],
    ['profile', 'full_name'],
    ['adminDropIn', 'guest_parent_phone'],
  ])('reject a line break: the %s form, %s', (form, field) => {
    for (const character of ['\n', '\r', '\u0000', '\u2028', '\u007f']) {
      expect(errorsOf(form, { [field]: `Ada${character}Bcc: eve@example.com` })).toHaveProperty(field)
    }
  })

  test('do not include notes, which may have several lines but no control characters', () => {
    expect(childSchema.parse({ name: 'Ada', notes: 'One\nTwo' }).notes).toBe('One\nTwo')
    expect(errorsOf('child', { notes: 'One\u0000Two' })).toHaveProperty('notes')
  })
})

describe('email addresses', () => {
  test.each(rulesTable('forms.md', 'Email addresses'))('$name', (row) => {
    expect(isEmail(row.text('typed'))).toBe(row.yes('accepted'))
    expect(emailField(requiredEmail).safeParse(row.text('typed')).success).toBe(row.yes('accepted'))
  })

  test('have at most 254 characters', () => {
    const emailOf = (last: number) =>
      `${'x'.repeat(64)}@${['a'.repeat(62), 'b'.repeat(62), 'c'.repeat(last), 'com'].join('.')}`
    expect(emailOf(59)).toHaveLength(254)
    expect([59, 60].map((last) => isEmail(emailOf(last)))).toEqual([true, false])
  })

  test('are stored trimmed and in lower case', () => {
    expect(emailField(requiredEmail).parse('  Ana@Example.COM ')).toBe('ana@example.com')
    expect(signInSchema.parse({ email: ' Ana@Example.COM', password: 'x' }).email).toBe('ana@example.com')
  })

  test('that are accepted never contain a space, a line break or a second address', () => {
    const noise = fc.string({ unit: fc.constantFrom('a', '.', '@', '\r', '\n', ',', ' ', '<', '>', '"') })
    fc.assert(
      fc.property(noise, noise, (before, after) => {
        const result = emailField(requiredEmail).safeParse(`${before}a@example.com${after}`)
        if (result.success) expect(result.data).toMatch(/^[^\s,<>"@]+@[^\s,<>"@]+$/)
      }),
    )
  })
})

describe('blank optional fields', () => {
  test('of a child and of a payment are stored as null', () => {
    expect(childSchema.parse({ name: ' Ada ', allergies: ' ', notes: '', grade: ' ' })).toEqual({
      name: 'Ada',
      allergies: null,
      notes: null,
      grade: null,
    })
    const payment = {
      amount: 0,
      payment_date: '2025-11-20',
      payment_method: '',
      submission_id: '',
      notes: ' ',
    }
    expect(paymentSchema.parse(payment)).toEqual({
      allow_duplicate: false,
      amount: '0.00',
      payment_date: '2025-11-20',
      payment_method: null,
      submission_id: null,
      notes: null,
    })
  })

  test('of a payment may be omitted or null', () => {
    const payment = { amount: 1, payment_date: '2025-11-20', payment_method: null }
    expect(paymentSchema.parse(payment)).toMatchObject({
      payment_method: null,
      submission_id: null,
      notes: null,
    })
  })

  test('leave a profile without a name, and a phone null', () => {
    expect(profileSchema.parse({ full_name: ' ', phone: '', version: 1 })).toMatchObject({
      full_name: '',
      phone: null,
    })
  })
})

test.each([
  ['a child', childEditSchema],
  ['a profile', profileSchema],
  ['a parent', parentEditSchema],
  ['an admin', adminEditSchema],
])(
  'a change of %s holds what was sent and nothing else, and needs the version it started from',
  (_, schema) => {
    expect(schema.parse({ version: 3 })).toEqual({ version: 3 })
    expect(schema.safeParse({}).success).toBe(false)
  },
)

test('a staff change to a submission has no notes if none were sent', () => {
  const change = { billed_status: 'billed', version: 3 }
  expect(submissionUpdateSchema.parse(change)).toEqual(change)
})

test('an account created without a name is named by its email', () => {
  const account = { email: 'ana@example.com', password: 'aaaaaa' }
  expect(signUpSchema.parse({ ...account, full_name: ' ' }).full_name).toBe('ana@example.com')
  expect(signUpSchema.parse({ ...account, full_name: 'Ana Lee' }).full_name).toBe('Ana Lee')
})

test('an unknown payment method, status or dismissal is invalid', () => {
  expect(errorsOf('payment', { payment_method: 'gold' })).toHaveProperty('payment_method')
  expect(errorsOf('parentEdit', { status: 'guest' })).toHaveProperty('status')
  expect(errorsOf('adminDropIn', { dismissal_type: 'unavailable' })).toHaveProperty('dismissal_type')
  expect(errorsOf('submissionUpdate', { billed_status: 'paid' })).toHaveProperty('billed_status')
})

test('chosen days are sorted, and a repeated or impossible one is invalid', () => {
  const days = (selected_days: number[]) =>
    submissionEditSchema.safeParse({ selected_days, agreed: true, version: 1 })
  expect(days([10, 3]).data?.selected_days).toEqual([3, 10])
  for (const wrong of [[], [3, 3], [0], [32], [1.5]]) expect(days(wrong).success).toBe(false)
})

test('unknown fields are dropped', () => {
  const request = {
    ...formNamed('registration').valid,
    total_fee: 0,
    billed_status: 'billed',
    status: 'approved',
  }
  expect(Object.keys(registrationSchema.parse(request)).sort()).toEqual([
    'agreed',
    'child_ids',
    'month_id',
    'selected_days',
  ])
})

test('a month accepts only days and types that exist', () => {
  for (const day_types of [{ 32: 'early' }, { 0: 'early' }, { x: 'early' }, { 6: 'late' }]) {
    expect(Object.keys(errorsOf('monthSave', { day_types }))).toHaveLength(1)
  }
  expect(monthSaveSchema.parse(formNamed('monthSave').valid).is_active).toBeUndefined()
})

test('an agreement keeps at least one line, and none is blank', () => {
  const message = 'All agreement items must have content'
  expect(errorsOf('agreement', { items: [] })).toEqual({ items: message })
  expect(errorsOf('agreement', { items: ['Pay.', '  '] })).toEqual({ 'items.1': message })
  expect(errorsOf('agreement', { items: Array(201).fill('Pay.') })).toHaveProperty('items')
})

test('a test email names its template with an underscore', () => {
  expect(testMailSchema.parse(formNamed('testMail').valid).templateType).toBe('monthly-parent')
  expect(errorsOf('testMail', { templateType: 'weekly' })).toHaveProperty('templateType')
})

test.each([
  ['signUp', 'full_name', 'Full name is required'],
  ['child', 'name', 'Name is required'],
  ['guestRegistration', 'guest_parent_name', 'Please fill in all required fields.'],
  ['guestRegistration', 'guest_child_name', 'Please fill in all required fields.'],
  ['inviteAdmin', 'full_name', 'Full name is required'],
  ['profile', 'full_name', 'Please enter a readable name'],
])('the %s form rejects a %s of invisible characters', (form, field, message) => {
  for (const blank of ['\u200b', '\u200d \u2060', '\ufeff\u00ad', '\u3164', '\u2800\u2800'])
    expect(errorsOf(form, { [field]: blank })).toEqual({ [field]: message })
  for (const name of ['Zoë', 'می\u200cخواهم', '👩\u200d👧', '7'])
    expect(errorsOf(form, { [field]: name })).toEqual({})
})
