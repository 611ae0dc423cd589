import { expect, test } from 'vitest'
import { replaceEmail } from './replace-email'

const replaced = (text: string, to = 'desk@hill.example') =>
  replaceEmail(text, { from: 'office@example.com', to })

test.each([
  ['office@example.com', 'desk@hill.example'],
  ['Write to Office@Example.COM.', 'Write to desk@hill.example.'],
  ['**office@example.com**', '**desk@hill.example**'],
  [
    '(office@example.com), "office@example.com", ‘office@example.com’',
    '(desk@hill.example), "desk@hill.example", ‘desk@hill.example’',
  ],
  ["'office@example.com' or mailto:office@example.com?", "'desk@hill.example' or mailto:desk@hill.example?"],
  ['<office@example.com>;office@example.com…', '<desk@hill.example>;desk@hill.example…'],
  ['one:office@example.com\noffice@example.com, two', 'one:desk@hill.example\ndesk@hill.example, two'],
  ['Pregunte a office@example.com, ¿sí?', 'Pregunte a desk@hill.example, ¿sí?'],
])('an address is replaced wherever it stands: %s', (text, expected) => {
  expect(replaced(text)).toBe(expected)
})

test.each([
  'xoffice@example.com',
  'éoffice@example.com',
  'the.office@example.com',
  'our-office@example.com',
  'my_office@example.com',
  'desk+office@example.com',
  'desk&office@example.com',
  "o'office@example.com",
  'office@example.com.au',
  'office@example.community',
  'office@example.com-pany.example',
  'office@example-com',
  'officeXexample.com',
])('a longer or another address stays: %s', (text) => {
  expect(replaced(text)).toBe(text)
})

test('every character of the addresses is taken as it is', () => {
  const from = "a.b+c?$^{|}*/=!#%&'~@x-y.example"
  expect(replaceEmail(`to ${from}!`, { from, to: '$&$1@x.example' })).toBe('to $&$1@x.example!')
  expect(replaceEmail(`to ${from.replace('.', 'x')}`, { from, to: 'other' })).not.toContain('other')
})
