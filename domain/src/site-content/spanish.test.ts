import { describe, expect, test } from 'vitest'
import { DEFAULT_TEMPLATES } from '../mail/mail-templates'
import { isFamilyTemplate, readSpanishTemplates, withSpanish, wordingFor } from '../mail/spanish-templates'
import { defaultAbout } from './about'
import { spanishAboutSchema } from './about-schema'
import { type AgreementSection, defaultAgreementItems } from './agreements'
import { DEFAULT_SPANISH_TEMPLATES, defaultSpanishAbout, defaultSpanishItems } from './default-spanish'
import { spanishItemsSchema, spanishTemplatesSchema } from './site-content-schemas'
import { localize } from './spanish'
import { readSpanishAbout } from './spanish-about'
import { readSpanishItems } from './spanish-items'
import { spanishNotice } from './spanish-notice'

const CONTACT = 'office@example.com'
const about = defaultSpanishAbout(CONTACT)

test('a reader gets the Spanish text where there is one, and the English one otherwise', () => {
  const spanish = { text: 'Hola', outdated: true }
  expect(localize('Hello', spanish, 'es')).toEqual({ text: 'Hola', language: 'es' })
  expect(localize('Hello', spanish, 'en')).toEqual({ text: 'Hello', language: 'en' })
  expect(localize('Hello', null, 'es')).toEqual({ text: 'Hello', language: 'en' })
})

test.each([
  [null, 'Spanish missing'],
  [{ text: 'Hola', outdated: true }, 'check translation'],
  [{ text: 'Hola', outdated: false }, null],
])('staff are told about %j: %s', (spanish, notice) => {
  expect(spanishNotice(spanish)).toBe(notice)
})

describe('stored Spanish', () => {
  test('of About Aftercare is read, or not at all', () => {
    const stored = { text: about, outdated: true }
    expect(readSpanishAbout(stored)).toEqual(stored)
    expect(readSpanishAbout({ text: about })?.outdated).toBe(false)
    expect(readSpanishAbout({ text: about, outdated: 'yes' })?.outdated).toBe(false)
    for (const broken of [null, [], 'Hola', {}, { text: null }, { text: { ...about, title: '' } }])
      expect(readSpanishAbout(broken)).toBeNull()
    expect(readSpanishAbout({ text: { ...about, contact: 7 } })).toBeNull()
  })

  test.each([
    [
      { text: ['a', 'b'], outdated: true },
      { text: ['a', 'b'], outdated: true },
    ],
    [{ text: [] }, null],
    [{ text: ['a', 7] }, null],
    [{ text: 'a' }, null],
    [null, null],
  ])('of an agreement: %j is %j', (stored, items) => {
    expect(readSpanishItems(stored)).toEqual(items)
  })

  test('of mails is read for those that families get', () => {
    const wording = { subject: 'Hola', preheader: '' }
    expect(
      readSpanishTemplates({
        'monthly-parent': { text: { ...wording, other: 1 }, outdated: true },
        'dropin-parent': { text: wording },
        'daily-report': { text: wording, outdated: true },
      }),
    ).toEqual({
      'monthly-parent': { text: wording, outdated: true },
      'dropin-parent': { text: wording, outdated: false },
    })
    for (const broken of [null, [], { text: null }, { text: { subject: '', preheader: 'x' } }, wording])
      expect(readSpanishTemplates({ 'monthly-parent': broken })).toEqual({})
    expect(readSpanishTemplates(null)).toEqual({})
    expect(readSpanishTemplates([wording])).toEqual({})
  })
})

describe('mails', () => {
  const spanish = { 'dropin-parent': DEFAULT_SPANISH_TEMPLATES['dropin-parent'] }
  const wordings = withSpanish(DEFAULT_TEMPLATES, spanish)

  test('have a Spanish wording where staff wrote one', () => {
    const { text } = DEFAULT_SPANISH_TEMPLATES['dropin-parent']
    expect(wordings).toEqual({
      ...DEFAULT_TEMPLATES,
      'dropin-parent': { ...DEFAULT_TEMPLATES['dropin-parent'], spanish: text },
    })
    expect(wordingFor(wordings['dropin-parent'], 'es')).toEqual({ ...text, language: 'es' })
    expect(wordingFor(wordings['dropin-parent'], 'en')).toEqual({
      ...DEFAULT_TEMPLATES['dropin-parent'],
      language: 'en',
    })
    expect(wordingFor(wordings['monthly-parent'], 'es')).toEqual({
      ...DEFAULT_TEMPLATES['monthly-parent'],
      language: 'en',
    })
  })

  test('that staff get are English', () => {
    const types = Object.keys(DEFAULT_TEMPLATES) as (keyof typeof DEFAULT_TEMPLATES)[]
    expect(types.filter(isFamilyTemplate)).toEqual(['monthly-parent', 'dropin-parent'])
  })
})

describe('the default texts', () => {
  test('of About Aftercare have every field in both languages', () => {
    expect(spanishAboutSchema.parse({ text: about, outdated: false })?.text).toEqual(about)
    expect(Object.keys(about)).toEqual(Object.keys(defaultAbout(CONTACT)))
    expect(about.contact).toBe(CONTACT)
  })

  test.each<AgreementSection>(['registration_agreement', 'dropin_agreement'])(
    'of %s have as many lines in both languages, with the same amounts, times and emphasis',
    (section) => {
      const [english, spanish] = [
        defaultAgreementItems(section, CONTACT),
        defaultSpanishItems(section, CONTACT),
      ]
      const facts = (line: string) => ({
        numbers: line.match(/\d+/g)?.sort(),
        bold: line.startsWith('**') && line.endsWith('**'),
        contact: line.includes(CONTACT),
      })
      expect(spanish.map(facts)).toEqual(english.map(facts))
      expect(spanishItemsSchema.parse({ text: spanish, outdated: false })?.text).toEqual(spanish)
    },
  )

  test('of mails have the same placeholders in both languages', () => {
    const placeholders = (text: string) => text.match(/\{\{\w+\}\}/g)?.sort()
    for (const type of ['monthly-parent', 'dropin-parent'] as const) {
      const { text, outdated } = DEFAULT_SPANISH_TEMPLATES[type]
      expect(placeholders(text.subject)).toEqual(placeholders(DEFAULT_TEMPLATES[type].subject))
      expect(placeholders(text.preheader)).toEqual(placeholders(DEFAULT_TEMPLATES[type].preheader))
      expect(outdated).toBe(false)
    }
    expect(spanishTemplatesSchema.parse(DEFAULT_SPANISH_TEMPLATES)).toEqual(DEFAULT_SPANISH_TEMPLATES)
  })
})
