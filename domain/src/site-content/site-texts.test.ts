import { describe, expect, test } from 'vitest'
import { rulesTable } from '../../testing/rules-table'
import { fieldErrorsOf } from '../lib/fields'
import { defaultAbout, readAbout } from './about'
import { aboutSchema } from './about-schema'
import {
  agreementText,
  checkAgreement,
  defaultAgreementItems,
  isSameAgreement,
  parseAgreementLine,
  pickupLines,
  readAgreementItems,
} from './agreements'

const CONTACT = 'office@example.com'

describe('agreements', () => {
  test('the default registration lines name fees, billing, hours, changes and the late charge in bold', () => {
    const items = defaultAgreementItems('registration_agreement', CONTACT)
    expect(items).toHaveLength(5)
    expect(items[0]).toContain('non-refundable once submitted')
    expect(items[1]).toContain('external billing system')
    expect(items[2]).toContain('Monday-Thursday 3:30 PM - 5:30 PM and Fridays & Holidays 2:30 PM - 4:30 PM')
    expect(items[3]).toContain(CONTACT)
    expect(items.map(parseAgreementLine).filter((line) => line.bold)).toEqual([
      { text: 'A child picked up after pick-up time is automatically charged $50.', bold: true },
    ])
  })

  test('the default drop-in lines name availability, the same hours, the fee and the late charge', () => {
    const items = defaultAgreementItems('dropin_agreement', CONTACT)
    expect(items[0]).toContain('subject to availability')
    expect(items[1]).toBe(defaultAgreementItems('registration_agreement', CONTACT)[2])
    expect(items[2]).toContain('non-refundable once service is provided')
    expect(items[3]).toContain('$50')
  })

  test.each([
    [['Pay.', 'Call.'], {}],
    [[], { items: 'All agreement items must have content' }],
    [['Pay.', ' '], { 'items.1': 'All agreement items must have content' }],
  ])('the browser says about %j: %j', (items, errors) => {
    expect(checkAgreement(items)).toEqual(errors)
  })

  test.each([
    ['**Late**', { text: 'Late', bold: true }],
    [' **Late** ', { text: 'Late', bold: true }],
    ['Pay **now** please', { text: 'Pay **now** please', bold: false }],
    ['**Late', { text: '**Late', bold: false }],
    ['So **Late**', { text: 'So **Late**', bold: false }],
    ['**Late** so', { text: '**Late** so', bold: false }],
    ['** Late **', { text: 'Late', bold: true }],
    ['** **', { text: '** **', bold: false }],
    [' Plain ', { text: 'Plain', bold: false }],
    ['****', { text: '****', bold: false }],
    ['Plain', { text: 'Plain', bold: false }],
  ])('the line "%s" is shown as %o', (line, shown) => {
    expect(parseAgreementLine(line)).toEqual(shown)
  })

  test.each([
    ['registration_agreement', [2, 4]],
    ['dropin_agreement', [1, 3]],
  ] as const)('the default lines of %s about hours and pick-up are found', (section, indexes) => {
    const items = defaultAgreementItems(section, CONTACT)
    expect(pickupLines(items)).toEqual(indexes.map((index) => parseAgreementLine(items[index] ?? '').text))
  })

  test.each([
    ['**Pick-up is at 5:30 PM.**', true],
    ['PICKUP by half past five', true],
    ['Please pick your child up on time: late pick-ups cost $50.', true],
    ['Children picked  up later wait inside.', true],
    ['Late fees apply.', true],
    ['Aftercare hours end at 5.', true],
    ['Translated forms are in the office.', false],
    ['Fees are due later in the month.', false],
    ['Billing is external.', false],
  ])('the line "%s" is about pick-up: %s', (line, isFound) => {
    expect(pickupLines([line])).toHaveLength(isFound ? 1 : 0)
  })

  test.each([
    ['items', { items: ['a', 'b'] }, ['a', 'b']],
    ['a plain list', ['a', 'b'], ['a', 'b']],
    ['blank lines among others', { items: ['a', ' '] }, ['a']],
    ['no line', { items: [] }, null],
    ['nothing', null, null],
    ['something else', { lines: ['a'] }, null],
  ])('stored as %s are parsed, or the defaults are used', (_, content, items) => {
    expect(readAgreementItems(content)).toEqual(items)
  })
})

test('what a reader agrees to is in their language where it was translated, and can be told from another', () => {
  const saved = { content: { items: ['Pay.'] }, spanish: { text: ['Pague.'], outdated: false } }
  const textFor = (row: Parameters<typeof agreementText>[0], language: 'en' | 'es') =>
    agreementText(row, language, { language, items: ['Default.'] })
  expect(textFor(saved, 'es')).toEqual({ language: 'es', items: ['Pague.'] })
  expect(textFor(saved, 'en')).toEqual({ language: 'en', items: ['Pay.'] })
  expect(textFor({ content: saved.content }, 'es')).toEqual({ language: 'en', items: ['Pay.'] })
  for (const missing of [null, undefined, {}, { content: { items: [' '] } }])
    for (const language of ['en', 'es'] as const)
      expect(textFor(missing, language)).toEqual({ language, items: ['Default.'] })
  expect(textFor({ spanish: saved.spanish }, 'es')).toEqual({ language: 'es', items: ['Pague.'] })
  expect(textFor({ spanish: saved.spanish }, 'en')).toEqual({ language: 'en', items: ['Default.'] })
  expect(isSameAgreement(textFor(saved, 'en'), textFor({ content: ['Pay.'] }, 'en'))).toBe(true)
  expect(isSameAgreement(textFor(saved, 'en'), { language: 'es', items: ['Pay.'] })).toBe(false)
  expect(isSameAgreement(textFor(saved, 'en'), { language: 'en', items: ['Pay', '.'] })).toBe(false)
  expect(isSameAgreement(null, null)).toBe(true)
  expect(isSameAgreement(null, textFor(saved, 'en'))).toBe(false)
  expect(isSameAgreement(textFor(saved, 'en'), null)).toBe(false)
})

describe('About Aftercare', () => {
  const about = defaultAbout(CONTACT)

  test('has default hours, pricing and contact', () => {
    expect(about).toMatchObject({
      program_hours: '3:30 PM - 6:00 PM',
      pricing: 'Regular days $20, special dismissal days $30',
      contact: CONTACT,
    })
    expect(aboutSchema.parse(about)).toEqual(about)
  })

  test.each(rulesTable('forms.md', 'About Aftercare'))('$name', (row) => {
    const field = row.text('field')
    const limit = Number(row.text('at most'))
    const parse = (value: string) => aboutSchema.safeParse({ ...about, [field]: value })
    const errorsOf = (value: string) => {
      const { error } = parse(value)
      return error && fieldErrorsOf(error)
    }
    expect(errorsOf('   ')).toEqual({ [field]: row.text('blank') })
    expect(errorsOf('x'.repeat(limit + 1))).toEqual({ [field]: row.text('too long') })
    expect(parse(`  ${'x'.repeat(limit)}  `).data).toHaveProperty(field, 'x'.repeat(limit))
  })

  test('shows the stored text, and the default for what is missing', () => {
    const stored = { title: 'Our afternoons', content: { description: 'Hello', pricing: '' } }
    expect(readAbout(stored, CONTACT)).toEqual({ ...about, title: 'Our afternoons', description: 'Hello' })
    expect(readAbout(null, CONTACT)).toEqual(about)
    expect(readAbout({ title: null, content: 'broken' }, CONTACT)).toEqual(about)
  })
})
