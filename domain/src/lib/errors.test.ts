import { expect, test } from 'vitest'
import { ERRORS, type ErrorCode, type ErrorParams, errorMessage, formatWait } from './errors'
import { splitIsolated } from './isolate'
import { es } from './texts/errors.es'

type Case<Code extends ErrorCode = ErrorCode> = {
  [C in Code]: [code: C, params: ErrorParams<C>, english: string, spanish: string]
}[Code]

const inSpanish = (code: string, params: object): string => {
  const messages: Record<string, string | ((params: never) => string)> = es.messages
  const message = messages[code] ?? ''
  return typeof message === 'string' ? message : message(params as never)
}

const day = { n: 4, date: '2026-12-04', monthName: 'December', year: 2026, free: 0 }
const nothing = { isShared: false, balanceDueCents: 0, unbilledCents: 0, childrenHere: [] }
const booking = { child: 'Ada', lastDay: '2026-12-04', isGuest: false }

const CASES: Case[] = [
  [
    'day-unavailable',
    {
      days: [
        { ...day, reason: 'attended', child: 'Ana $& Okafor' },
        { ...day, reason: 'begun' },
        { ...day, n: 5, date: '2026-12-05', reason: 'begun' },
      ],
    },
    'Ana $& Okafor was here on Friday, December 4, so this day stays. Days that have begun stay. Please ask the office.',
    'Ana $& Okafor estuvo aquí el viernes, 4 de diciembre, por eso este día se mantiene. Los días que ya comenzaron se mantienen. Comuníquese con la oficina.',
  ],
  [
    'day-unavailable',
    { days: [{ ...day, reason: 'drop_in', child: 'Sofía' }] },
    'Sofía already has a drop-in on Friday, December 4. Please leave that day out.',
    'Sofía ya tiene un día suelto el viernes, 4 de diciembre. No incluya ese día.',
  ],
  [
    'price-changed',
    { totalCents: 6600 },
    'The price has changed meanwhile. The new total is $66.00. Please check it and submit again.',
    'El precio cambió mientras tanto. El nuevo total es $66.00. Revíselo y envíe de nuevo.',
  ],
  ['invalid', {}, 'Please check the highlighted fields.', 'Revise los campos marcados.'],
  [
    'too-many',
    { wait: 59 },
    'Too many attempts. Please try again in 59 seconds.',
    'Demasiados intentos. Inténtelo de nuevo en 59 segundos.',
  ],
  [
    'two-factor-locked',
    { wait: 60 },
    'Too many wrong codes. Please try again in 1 minute.',
    'Demasiados códigos incorrectos. Inténtelo de nuevo en 1 minuto.',
  ],
  [
    'already-booked',
    { child: 'Ada', kind: 'drop-in', month: null, day: '2026-12-04' },
    'Ada already has a drop-in for Friday, December 4, 2026.',
    'Ada ya tiene un día suelto para el viernes, 4 de diciembre de 2026.',
  ],
  [
    'already-booked',
    { child: '{kind} <b>$&', kind: 'registration', month: { month_name: 'May', year: 2027 }, day: null },
    '{kind} <b>$& already has a registration for May 2027.',
    '{kind} <b>$& ya tiene una inscripción para mayo de 2027.',
  ],
  [
    'first-adult-only',
    { name: '{name} {child}' },
    'Only {name} {child} can remove other adults from this family.',
    'Solo {name} {child} puede quitar a otros adultos de esta familia.',
  ],
  [
    'day-unavailable',
    {
      days: [
        { ...day, reason: 'full' },
        { ...day, reason: 'not_in_month', n: 32, date: null },
      ],
    },
    'Friday, December 4 is full. Please choose another day. December 2026 has no day 32.',
    'Viernes, 4 de diciembre: este día está lleno. Elija otro día. No existe el día 32 en diciembre de 2026.',
  ],
  [
    'not-watchable',
    { day: { ...day, reason: 'not_full' } },
    "Friday, December 4 isn't full, so there's no seat to wait for.",
    'Viernes, 4 de diciembre: este día no está lleno, así que no hay que esperar un lugar.',
  ],
  [
    'join-refused',
    { reason: 'own_family' },
    'You already belong to this family.',
    'Usted ya pertenece a esta familia.',
  ],
  [
    'absence-rejected',
    { reason: 'too_late', child: 'Ada', pickupTime: '17:30' },
    "It's past the 5:30 PM pick-up time.",
    'Ya pasó la hora de recogida (5:30 p.m.).',
  ],
  [
    'drop-in-unavailable',
    { day: '2026-12-04' },
    'Aftercare is not available on Friday, December 4, 2026.',
    'No hay cuidado después de clases disponible el viernes, 4 de diciembre de 2026.',
  ],
  [
    'account-in-use',
    { isShared: true, balanceDueCents: 123450, unbilledCents: 6000, bookings: [booking], childrenHere: [] },
    'Other adults share this family. Remove them first. Your balance due is $1,234.50. Please pay it before you delete your account. Fees of $60.00 for months that have begun are not billed yet. Please pay them before you delete your account. Ada is booked through Friday, December 4. You can delete your account once that day is over.',
    'Otros adultos comparten esta familia. Primero quítelos. Su saldo pendiente es de $1,234.50. Páguelo antes de eliminar su cuenta. Aún no se han facturado $60.00 de meses que ya comenzaron. Páguelos antes de eliminar su cuenta. Ada tiene días reservados hasta el viernes, 4 de diciembre. Podrá eliminar su cuenta cuando ese día haya pasado.',
  ],
  [
    'account-in-use',
    { ...nothing, bookings: [booking, { ...booking, child: 'Bo', isGuest: true }] },
    "Ada is booked through Friday, December 4. Bo is booked through Friday, December 4 on a guest registration with your email that isn't in your account yet. You can delete your account once these days are over.",
    'Ada tiene días reservados hasta el viernes, 4 de diciembre. Bo tiene días reservados hasta el viernes, 4 de diciembre en una inscripción de invitado con su correo electrónico que aún no está en su cuenta. Podrá eliminar su cuenta cuando esos días hayan pasado.',
  ],
  [
    'account-in-use',
    { ...nothing, bookings: [], childrenHere: ['Ada'] },
    "Ada is at aftercare now and hasn't been picked up.",
    'Ada está ahora en el cuidado después de clases y aún no se ha recogido.',
  ],
]

test.each(CASES)('%s %j', (code, params, english, spanish) => {
  expect(errorMessage(code, params)).toBe(english)
  // As the browser receives them.
  expect(inSpanish(code, JSON.parse(JSON.stringify(params)))).toBe(spanish)
})

test.each(Object.entries(ERRORS))('%s is an HTTP error with a sentence', (_, [status, message]) => {
  expect(status).toBeGreaterThanOrEqual(400)
  expect(status).toBeLessThan(600)
  if (typeof message === 'string') expect(message).toMatch(/^[A-Z][^{}]{8,}[^ ]$/)
})

test('names are isolated in Spanish as in English', () => {
  const child = 'נועה {day} 2'
  const booked = { child, kind: 'drop-in', month: null, day: '2026-12-04' } as const
  const absent = { reason: 'picked_up', child, pickupTime: '17:30' } as const
  for (const message of [
    errorMessage('already-booked', booked),
    inSpanish('already-booked', booked),
    errorMessage('absence-rejected', absent),
    inSpanish('absence-rejected', absent),
    inSpanish('first-adult-only', { name: child }),
    inSpanish('account-in-use', { ...nothing, bookings: [{ ...booking, child }] }),
  ])
    expect(splitIsolated(message)[1]).toBe(child)
})

test.each([
  [1, '1 second'],
  [59, '59 seconds'],
  [60, '1 minute'],
  [61, '2 minutes'],
])('formats %i seconds as %s', (seconds, text) => {
  expect(formatWait(seconds)).toBe(text)
})

test('Spanish addresses the reader as "usted"', () => {
  const texts = Object.values(es.messages).map(String).join(' ')
  expect(texts).not.toMatch(/\b(tú|tu|tus|te|ti|tienes|puedes|vos)\b/i)
})
