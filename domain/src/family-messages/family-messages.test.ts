import { describe, expect, test } from 'vitest'
import { rulesTable } from '../../testing/rules-table'
import { checkFields, messagesOf } from '../lib/field-rules'
import { fieldErrorsOf } from '../lib/fields'
import { familyMessageSchema } from './family-message-schemas'
import {
  type AttendingFamily,
  cancelError,
  cancelledSubject,
  cancelledText,
  daysToWriteAbout,
  type FamilyContact,
  familiesOf,
  familyCountLabel,
  MESSAGE_RULES,
  subjectFor,
  writeToLabel,
} from './family-messages'

const PERSON = /^(guest )?(\w+) <(.*)>$/

function attending(text: string): AttendingFamily {
  const [, isGuest, name = '', email = ''] = PERSON.exec(text) ?? []
  if (name === '') throw new Error(`"${text}" is nobody`)
  return isGuest
    ? { child: 'Otis', parent: null, guest: { name, email: email || null } }
    : { child: 'Amara', parent: { name, email }, guest: { name: null, email: null } }
}

const listed = (text: string) => (text === 'none' ? [] : text.split(', '))

describe('a message to the families of a day', () => {
  test.each(rulesTable('family-messages.md', 'Whom it goes to'))('$name', (row) => {
    const found = familiesOf(listed(row.text('submissions')).map(attending))
    expect(found.families.map(({ name, email }) => `${name} <${email}>`)).toEqual(
      listed(row.text('written to')),
    )
    expect(found.unreachable).toEqual(listed(row.text('not reached')))
  })

  test('goes to every adult, once per address, and counts each family once', () => {
    const [dana, kemi, al] = ['Dana', 'Kemi', 'Al'].map((name) => ({
      name,
      email: `${name.toLowerCase()}@x.org`,
    })) as [FamilyContact, FamilyContact, FamilyContact]
    const guest = { name: null, email: null }
    const found = familiesOf([
      { child: 'Amara', parent: dana, others: [kemi, { name: 'Bo', email: 'nowhere' }], guest },
      { child: 'Ife', parent: dana, others: [kemi], guest },
      // Kemi also has a child elsewhere, as a guest.
      { child: 'Otis', parent: null, guest: { name: 'Mum', email: 'KEMI@x.org' } },
      { child: 'Zed', parent: { name: 'Zoe', email: '' }, others: [al], guest },
    ])
    expect(found.families.map(({ email }) => email)).toEqual([al.email, dana.email, kemi.email])
    expect(found.recipients).toEqual(found.families)
    expect(found.unreachable).toEqual([])
    const shared = familiesOf([{ child: 'Amara', parent: dana, others: [kemi, al], guest }])
    expect([shared.families, shared.recipients]).toEqual([[dana], [dana, al, kemi]])
  })

  test('names families whose mails are all held, of which one reachable adult is enough', () => {
    const adult = (name: string, isHeld: boolean): FamilyContact => ({ name, email: `${name}@x.org`, isHeld })
    const guest = { name: null, email: null }
    const found = familiesOf([
      { child: 'Amara', parent: adult('Zoe', true), guest },
      { child: 'Ife', parent: adult('Zoe', true), others: [{ name: 'Bo', email: 'nowhere' }], guest },
      { child: 'Otis', parent: adult('Ada', true), others: [adult('Al', true)], guest },
      { child: 'Wren', parent: adult('Dana', true), others: [adult('Kemi', false)], guest },
      { child: 'Zed', parent: null, guest: { name: 'Grace', email: 'grace@x.org' } },
    ])
    expect(found.held).toEqual(['Ada', 'Zoe'])
    expect(found.unreachable).toEqual([])
    expect(found.families.map(({ name }) => name)).toEqual(['Ada', 'Dana', 'Grace', 'Zoe'])
  })

  test.each([
    ['en', 'es', 'en'],
    [null, 'es', 'es'],
    ['es', 'en', 'es'],
  ] as const)(
    'to an address that is an adult’s (%s) and a guest’s (%s) is for the adult: %s',
    (own, guests, language) => {
      const dana = { name: 'Dana', email: 'dana@x.org', language: 'en' } as const
      const kemi = { name: 'Kemi', email: 'kemi@x.org', language: own }
      const day: AttendingFamily[] = [
        { child: 'Otis', parent: null, guest: { name: 'Mum', email: 'KEMI@x.org ', language: guests } },
        { child: 'Amara', parent: dana, others: [kemi], guest: { name: null, email: null } },
      ]
      for (const attending of [day, [...day].reverse()])
        expect(familiesOf(attending).recipients).toEqual([dana, { ...kemi, language }])
    },
  )

  test('is in order of names, then addresses; who cannot be reached in order of names', () => {
    const guests = [
      ['Zoe', 'b@x.org'],
      [' Ada ', 'z@x.org'],
      ['Ada', 'a@x.org'],
      ['Zed ', null],
      [' ', null],
      ['Émile', 'nowhere'],
    ] as const
    const found = familiesOf(
      guests.map(([name, email]) => ({ child: ' Otis ', parent: null, guest: { name, email } })),
    )
    expect(found.families.map(({ name, email }) => `${name} ${email}`)).toEqual([
      'Ada a@x.org',
      'Ada z@x.org',
      'Zoe b@x.org',
    ])
    expect(found.unreachable).toEqual(['Émile', 'Otis', 'Zed'])
  })

  test('lists the child if the family has no name either', () => {
    const nobody = { parent: null, guest: { name: null, email: null } }
    expect(familiesOf([{ child: 'Otis', ...nobody }]).unreachable).toEqual(['Otis'])
    expect(familiesOf([{ child: null, ...nobody }]).unreachable).toEqual(['Unnamed family'])
  })

  test.each(rulesTable('family-messages.md', 'Cancelling a day'))('$name', (row) => {
    const error = cancelError(
      row.text('day'),
      '2026-12-01',
      row.yes('month exists') ? { isCancelled: row.yes('cancelled') } : null,
    )
    expect(error ?? 'can be cancelled').toBe(row.text('result'))
  })

  test.each(rulesTable('family-messages.md', 'Subject'))('$name', (row) => {
    const [before, after] = [row.text('subject before'), row.text('subject after')].map((text) =>
      text === 'none' ? '' : text,
    )
    expect(subjectFor('2026-12-04', before ?? '', row.yes('marked'))).toBe(after)
  })

  test.each(rulesTable('family-messages.md', 'Days cancelled in the month editor'))('$name', (row) => {
    const days = daysToWriteAbout(listed(row.text('cancelled')), '2026-12-07')
    expect(days).toEqual(listed(row.text('written about')))
    if (days.length === 0) return
    expect(cancelledSubject(days)).toBe(row.text('subject'))
    expect(cancelledText(days)).toBe(row.text('text'))
  })

  test('fits its fields, whatever the days', () => {
    const days = Array.from({ length: 31 }, (_, n) => `2026-12-${String(n + 1).padStart(2, '0')}`)
    expect(
      messagesOf(checkFields({ subject: cancelledSubject(days), text: cancelledText(days) }, MESSAGE_RULES)),
    ).toEqual({})
    expect(cancelledSubject(['2026-09-23', '2026-09-30', '2026-09-16']).length).toBeLessThan(120)
  })

  test('names how many it goes to', () => {
    expect([1, 19].map(writeToLabel)).toEqual(['Write to the family', 'Write to the 19 families'])
  })

  test('uses the singular for one family', () => {
    expect([0, 1, 12].map(familyCountLabel)).toEqual(['0 families', '1 family', '12 families'])
  })
})

describe('the message form', () => {
  const message = { date: '2026-12-04', subject: 'Hello', text: 'The heating has failed.' }
  const errorsOf = (values: object) => {
    const read = familyMessageSchema.safeParse({ ...message, ...values })
    return read.success ? {} : messagesOf(fieldErrorsOf(read.error))
  }

  test('is trimmed, and cancels nothing by default', () => {
    const read = familyMessageSchema.parse({ ...message, subject: '  Hello ', text: '\nTwo\n\nlines\n' })
    expect(read).toEqual({
      ...message,
      subject: 'Hello',
      text: 'Two\n\nlines',
      cancelled: false,
      fees: 'keep',
    })
  })

  test.each([
    [{ subject: '' }, { subject: 'Please enter a subject' }],
    [{ subject: '\u200b\u2800' }, { subject: 'Please enter a subject' }],
    [{ subject: 'a'.repeat(201) }, { subject: 'Must be at most 200 characters' }],
    [
      { subject: 'Hello\nBcc: all@x.org' },
      { subject: 'Please remove line breaks and special control characters' },
    ],
    [{ text: ' \n ' }, { text: 'Please write a message' }],
    [{ text: 'a'.repeat(2000) }, {}],
    [{ text: 'a'.repeat(2001) }, { text: 'The message must be at most 2,000 characters long' }],
    [{ date: '2026-02-30' }, { date: 'Please choose a valid date' }],
    [{ date: undefined }, { date: 'Please choose a day' }],
  ])('%o', (values, expected) => {
    expect(errorsOf(values)).toEqual(expected)
  })

  test.each([
    { subject: '', text: '' },
    { subject: ' ', text: 'a'.repeat(2001) },
    { subject: 'Hello', text: `  ${'a'.repeat(2000)}\n` },
  ])('has the same errors in the browser', (values) => {
    expect(messagesOf(checkFields(values, MESSAGE_RULES))).toEqual(errorsOf(values))
  })
})
