import { expect, test } from 'vitest'
import { telHref } from './tel-href'

test.each([
  ['(555) 010-0142', 'tel:5550100142'],
  ['+1 555 0199', 'tel:+15550199'],
  ['555 010 0142 ext 12', 'tel:5550100142,12'],
  ['555-010-0142 Ext. 12', 'tel:5550100142,12'],
  ['+1 555 010 0142x7', 'tel:+15550100142,7'],
  ['555 0100 extension 305 ', 'tel:5550100,305'],
  ['', 'tel:'],
])('%s is called by %s', (phone, expected) => {
  expect(telHref(phone)).toBe(expected)
})
