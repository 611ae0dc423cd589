import { expect, test } from 'vitest'
import { defaultAbout } from './about'
import { defaultAgreementItems } from './agreements'
import { defaultSpanishAbout, defaultSpanishItems } from './default-spanish'
import { type FiguresInUse, outdatedFigures, type TextLine } from './outdated-figures'

const inUse: FiguresInUse = {
  regularCents: 2250,
  specialCents: 3300,
  otherCents: [],
  dropInCents: 2500,
  pickupTimes: ['18:00', '16:30'],
}
const found = (about: TextLine['about'], text: string) =>
  outdatedFigures({ label: 'About', lines: [{ about, text }] }, inUse)

test.each<[TextLine['about'], string, string]>([
  [
    'pricing',
    'Regular days $20, special dismissal days $30',
    'About says $20 and $30; prices are $22.50 and $33.00',
  ],
  ['pricing', 'Días normales 20 $, días con salida especial 33 $', 'About says $20; price is $22.50'],
  ['pricing', 'Días normales:\n20 $\n30 $', 'About says $20 and $30; prices are $22.50 and $33.00'],
  ['pricing', 'Regular days $22.50, special days $33', 'none'],
  ['pricing', 'Regular days $22.50. Late pick-up: $50 late fee', 'none'],
  ['pricing', 'Late pick-up, $50', 'none'],
  ['pricing', 'Tuition $1,240 a year; call 555-0142', 'none'],
  ['pricing', 'Every day $1,240', 'About says $1,240; prices are $22.50 and $33.00'],
  ['pricing', 'Drop-ins $27', 'About says $27; drop-ins are $25.00'],
  ['anything', 'A regular day costs $20.', 'About says $20; prices are $22.50 and $33.00'],
  ['anything', 'Balances over $1,240 are sent to collection.', 'none'],
  ['anything', 'Since 2015, on 10/6, we paid $20 for crayons.', 'none'],
  ['anything', 'Pick-up is by 5:30 PM.', 'About says 5:30 PM; pick-up is 6:00 PM and 4:30 PM'],
  [
    'anything',
    'Recoja a su hijo antes de las 5:30 p. m.',
    'About says 5:30 PM; pick-up is 6:00 PM and 4:30 PM',
  ],
  ['anything', 'Horario: de 15:30 a 17:30', 'About says 5:30 PM; pick-up is 6:00 PM and 4:30 PM'],
  ['anything', 'Pick-up by 5:30 PM, on Fridays by 4:30 PM', 'About says 5:30 PM; pick-up is 6:00 PM'],
  ['anything', 'Office hours are 8:00 AM - 3:00 PM.', 'none'],
  ['anything', 'Snack is at 4:00 PM.', 'none'],
  ['hours', '3:00–6:00 PM', 'none'],
  ['hours', '3-5:30 PM', 'About says 5:30 PM; pick-up is 6:00 PM and 4:30 PM'],
  ['hours', 'Monday to Friday, 7:00 AM - 8:00 AM and 3:30 PM until 6 PM', 'none'],
  [
    'pricing',
    'Regular days $22.50, special days $33, half days $40',
    'About says $40; prices are $22.50 and $33.00',
  ],
  ['pricing', 'Regular days $20, late pick-up $50', 'About says $20; prices are $22.50 and $33.00'],
  ['pricing', 'Regular days $20. Late pick-up: $50', 'About says $20; prices are $22.50 and $33.00'],
  ['pricing', '$20, $30', 'About says $20 and $30; prices are $22.50 and $33.00'],
  ['pricing', 'Aftercare: $20', 'About says $20; prices are $22.50 and $33.00'],
  ['anything', 'Aftercare: $20', 'none'],
  ['hours', 'Regular days $20', 'none'],
  ['pricing', 'Aftercare 20$', 'About says $20; prices are $22.50 and $33.00'],
  ['pricing', 'Aftercare: 22.75 dollars', 'About says $22.75; prices are $22.50 and $33.00'],
  ['pricing', 'All year round: 1,240 dollars', 'none'],
  ['pricing', 'Aftercare: 1,240 dollars', 'About says $1,240; prices are $22.50 and $33.00'],
  ['pricing', 'Every day $22.75', 'About says $22.75; prices are $22.50 and $33.00'],
  ['pricing', 'Every day $22.755', 'none'],
  ['pricing', 'Every day $20 in room 3', 'About says $20; prices are $22.50 and $33.00'],
  ['pricing', 'Every day $12345678901234567', 'none'],
  ['pricing', 'Recogida después de las 6: $50', 'none'],
  ['pricing', 'Drop in: $27', 'About says $27; drop-ins are $25.00'],
  ['pricing', 'Drop-ins $25', 'none'],
  ['pricing', 'Until pick-up at 5:00 PM', 'none'],
  ['anything', 'Pick-up is by 5 PM on Fridays.', 'About says 5:00 PM; pick-up is 6:00 PM and 4:30 PM'],
  ['anything', 'Pickup by 5pm', 'About says 5:00 PM; pick-up is 6:00 PM and 4:30 PM'],
  ['anything', 'Please pick up by 5 PM.', 'About says 5:00 PM; pick-up is 6:00 PM and 4:30 PM'],
  ['anything', 'Recoja a su hijo antes de las 5 p. m.', 'About says 5:00 PM; pick-up is 6:00 PM and 4:30 PM'],
  ['anything', 'Recoja a su hijo antes de la 1 p. m.', 'About says 1:00 PM; pick-up is 6:00 PM and 4:30 PM'],
  [
    'anything',
    'Pick-up is by 5:30 PM in rooms 3 to 5.',
    'About says 5:30 PM; pick-up is 6:00 PM and 4:30 PM',
  ],
  ['anything', 'Pick-up is at the gym; clubs begin 5:00 PM.', 'none'],
  ['anything', 'Pick-up: 3:00–6:00 PM', 'none'],
  ['anything', 'Pick-up: 3:00 – 6:00 PM', 'none'],
  ['anything', 'Horario: 15:00 a las 18:00', 'none'],
  ['anything', 'Recogida: 12:00 p. m. a la 1:00 p. m.', 'About says 1:00 PM; pick-up is 6:00 PM and 4:30 PM'],
  ['hours', 'Homework 5:00 PM, until 6:00 PM', 'none'],
  ['hours', 'Groups of 3 to 5 children, until 6 PM', 'none'],
  ['hours', 'Breakfast until 7:00 AM', 'none'],
  ['hours', 'Until 8:00 PM', 'About says 8:00 PM; pick-up is 6:00 PM and 4:30 PM'],
  ['hours', 'Until 12:00 PM', 'About says 12:00 PM; pick-up is 6:00 PM and 4:30 PM'],
  ['hours', 'Until 12:30', 'About says 12:30 PM; pick-up is 6:00 PM and 4:30 PM'],
  ['hours', 'Until 1:30', 'About says 1:30 PM; pick-up is 6:00 PM and 4:30 PM'],
  ['hours', 'Until 7:30', 'About says 7:30 PM; pick-up is 6:00 PM and 4:30 PM'],
  ['hours', 'Until 8:30', 'none'],
  ['hours', 'Until 23:00', 'About says 11:00 PM; pick-up is 6:00 PM and 4:30 PM'],
  ['hours', 'Until 24:00', 'none'],
  ['hours', 'Until 0:30', 'none'],
  ['hours', 'Until 0:30 PM', 'none'],
  ['hours', 'Until 13:30 PM', 'none'],
])('%s: %s', (about, text, expected) => {
  expect(found(about, text).join('. ') || 'none').toBe(expected)
})

test('the prices of other published months are in use too', () => {
  const text = 'Regular days $20, special days $30'
  const named = { label: 'About', lines: [{ about: 'pricing' as const, text }] }
  expect(outdatedFigures(named, { ...inUse, otherCents: [2000, 3000] })).toEqual([])
})

test('the texts as shipped agree with the prices and agreements with the times as shipped', () => {
  const shipped = { ...inUse, regularCents: 2000, specialCents: 3000, pickupTimes: ['17:30', '16:30'] }
  const lines: TextLine[] = [defaultAbout('a@example.com'), defaultSpanishAbout('a@example.com')].flatMap(
    ({ pricing, description }) => [
      { about: 'pricing' as const, text: pricing },
      { about: 'anything' as const, text: description },
    ],
  )
  for (const section of ['registration_agreement', 'dropin_agreement'] as const)
    for (const text of [...defaultAgreementItems(section, 'a@b.c'), ...defaultSpanishItems(section, 'a@b.c')])
      lines.push({ about: 'anything', text })
  expect(outdatedFigures({ label: 'Text', lines }, shipped)).toEqual([])
})
