import { describe, expect, test } from 'vitest'
import { rulesTable } from '../../testing/rules-table'
import {
  DEFAULT_TEMPLATES,
  fillPlaceholders,
  fillSubject,
  functionTemplateType,
  PLACEHOLDERS,
  padPreheader,
  readTemplates,
  sampleValues,
  TEMPLATE_TYPES,
  templateTypeOf,
  templateWidth,
  unknownPlaceholders,
} from './mail-templates'

test('there are five templates with their placeholders and widths', () => {
  const rows = rulesTable('mails.md', 'Templates')
  expect(rows.map((row) => row.text('template'))).toEqual(TEMPLATE_TYPES)
  TEMPLATE_TYPES.forEach((type, index) => {
    const row = rows[index]
    expect(functionTemplateType(type)).toBe(row?.text('name for test mails'))
    expect(templateTypeOf(functionTemplateType(type))).toBe(type)
    expect(PLACEHOLDERS[type].join(', ')).toBe(row?.text('placeholders'))
    expect(String(templateWidth(type))).toBe(row?.text('width'))
  })
  expect(templateTypeOf('monthly-parent')).toBeNull()
  expect(templateTypeOf('weekly_report')).toBeNull()
})

describe('placeholders', () => {
  test.each(rulesTable('mails.md', 'Placeholders'))('$name', (row) => {
    const values = { childName: 'Ada', month: 'May 2026' }
    expect(fillPlaceholders(row.text('text'), values)).toBe(row.text('filled'))
  })

  test.each([
    ['{{childName}} and {{ month }}', 'monthly-parent', []],
    ['{{childname}} {{fee}} {{ fee }} {{fee}}', 'monthly-parent', ['{{childname}}', '{{fee}}', '{{ fee }}']],
    ['{{fee}} {{totalFee}}', 'dropin-admin', ['{{totalFee}}']],
    ['{{childName}} {totalCount} {{}} {{a b}}', 'daily-report', ['{{childName}}']],
  ] as const)('of %s that are unknown in the email %s: %j', (text, type, unknown) => {
    expect(unknownPlaceholders(text, type)).toEqual(unknown)
  })

  test('never put a line break into a subject', () => {
    const filled = fillSubject('For {{childName}}', { childName: 'Ada\r\nBcc: eve@example.com\u2028x' })
    expect(filled).toBe('For Ada Bcc: eve@example.com x')
    expect(fillSubject(' {{childName}} ', { childName: '\n' })).toBe('')
  })

  test('a value that looks like a placeholder or a replacement pattern stays as it is', () => {
    const values = { childName: '{{month}} $& $1', month: 'May 2026' }
    expect(fillPlaceholders('{{childName}}', values)).toBe('{{month}} $& $1')
  })

  test.each(TEMPLATE_TYPES)('of the default %s template all have sample values', (type) => {
    for (const text of Object.values(DEFAULT_TEMPLATES[type])) {
      expect(fillPlaceholders(text, sampleValues(type))).not.toContain('{{')
    }
    expect(Object.keys(sampleValues(type)).sort()).toEqual([...PLACEHOLDERS[type]].sort())
  })
})

test('previews show a fee of 30 and a monthly total of 380', () => {
  expect(sampleValues('dropin-parent').fee).toBe('$30.00')
  expect(sampleValues('daily-report').totalCount).toBe('12')
  expect(sampleValues('monthly-admin').totalFee).toBe('$380.00')
  expect(sampleValues('monthly-parent').month).toBe('October 2025')
  expect(sampleValues('monthly-parent', 'es').month).toBe('octubre de 2025')
  expect(sampleValues('dropin-parent', 'es').date).toBe('jueves, 20 de noviembre de 2025')
})

test.each(rulesTable('mails.md', 'Preview text'))('$name', (row) => {
  const text = 'x'.repeat(Number(row.text('length of the text')))
  const padded = padPreheader(text)
  expect(padded).toHaveLength(Number(row.text('length in the mail')))
  expect(padded.startsWith(text)).toBe(true)
  expect(padded.slice(text.length)).toMatch(/^[\s\p{Cf}]*$/u)
})

test('a missing or invalid stored template falls back to its default', () => {
  const stored = {
    'monthly-parent': { subject: 'Hi', preheader: '' },
    'monthly-admin': { subject: 'Hi' },
    'dropin-parent': { subject: '', preheader: 'Hello' },
    'dropin-admin': { subject: 7, preheader: 'Hello' },
  }
  expect(readTemplates(stored)).toEqual({
    ...DEFAULT_TEMPLATES,
    'monthly-parent': { subject: 'Hi', preheader: '' },
  })
  expect(readTemplates(null)).toEqual(DEFAULT_TEMPLATES)
})
