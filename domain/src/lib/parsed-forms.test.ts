import { describe, expect, test } from 'vitest'
import { errorsOf, type FORMS, formNamed } from '../../testing/forms'
import { MARK_CHANGES } from '../../testing/mark-changes'
import { DEFAULT_EMAIL_PREFERENCES, EMAIL_PREFERENCE_LABELS } from '../admins/email-preferences'
import {
  BEGIN_KEYS,
  DEFAULT_PICKUP_TIMES,
  PICKUP_KEYS,
  PICKUP_LABELS,
  PICKUP_WEEKDAYS,
} from '../board/pickup-times'
import { readPickupPeople } from '../children/pickup-people'
import { languageSchema } from '../profile/profile-schemas'
import { childDropInSchema, staffEditSchema } from '../submissions/submission-schemas'

/** What the server gets of a valid form with these changes. */
const parsed = (name: keyof typeof FORMS, changes: object = {}) =>
  formNamed(name).schema.parse({ ...formNamed(name).valid, ...changes })

describe('the attendance board', () => {
  test.each(MARK_CHANGES)('sends %s with its time in UTC', (change) => {
    const rest = { picked_up_by: 'Rose', note: ' Naps\n' }
    const mark = parsed('mark', { change, version: 3, offline: true, ...rest }) as Record<string, unknown>
    expect(mark).toMatchObject({ change, at: '2025-11-20T20:30:00.000Z', version: 3, offline: true })
    expect(mark.note).toBe(change === 'note' ? 'Naps' : undefined)
  })

  test('sends corrected times in UTC', () => {
    expect(parsed('markTimes')).toMatchObject({
      arrived_at: '2025-11-20T20:30:00.000Z',
      left_at: '2025-11-20T20:30:00.000Z',
    })
  })

  test('rejects what no browser sends', () => {
    for (const at of [
      '2025-11-20T15:30:00',
      '2025-13-20T15:30:00Z',
      `2025-11-20T15:30:00.${'0'.repeat(40)}Z`,
    ])
      expect(errorsOf('mark', { at })).toEqual({ at: 'Please give a valid time' })
    for (const version of [-1, 0.5, 1_000_001])
      expect(Object.keys(errorsOf('mark', { version }))).toEqual(['version'])
    expect(errorsOf('marks', { marks: undefined })).toEqual({ marks: 'Please choose the children' })
    const [mark] = formNamed('marks').valid.marks as object[]
    expect(errorsOf('marks', { marks: Array(30).fill(mark) })).toEqual({})
    expect(errorsOf('marks', { marks: Array(31).fill(mark) })).toEqual({
      marks: 'Please mark at most 30 children at once',
    })
  })

  test('has a pick-up time for every weekday, each with its own label', () => {
    for (const key of PICKUP_KEYS)
      for (const time of ['17:3', '17:300', 'x', ''])
        expect(errorsOf('pickupTimes', { [key]: time })).toEqual({ [key]: 'Please enter a time' })
    for (const key of [...PICKUP_WEEKDAYS, 'special'])
      expect(errorsOf('pickupTimes', { [key]: undefined })).toEqual({ [key]: 'Please enter a time' })
    // A client that does not know them.
    for (const key of BEGIN_KEYS)
      expect(parsed('pickupTimes', { [key]: undefined })).toHaveProperty(key, DEFAULT_PICKUP_TIMES[key])
    const labels = PICKUP_KEYS.map((key) => PICKUP_LABELS[key])
    expect(new Set(labels.filter(Boolean)).size).toBe(PICKUP_KEYS.length)
  })
})

describe('a family', () => {
  test('names up to five people who must not pick up a child, each with a note', () => {
    const person = { name: ' Rob ', note: ' Court order ' }
    expect(parsed('child', { must_not_pick_up: [person, { name: 'Bo' }] })).toHaveProperty(
      'must_not_pick_up',
      [
        { name: 'Rob', note: 'Court order' },
        { name: 'Bo', note: null },
      ],
    )
    expect(errorsOf('child', { must_not_pick_up: Array(5).fill(person) })).toEqual({})
    expect(errorsOf('child', { must_not_pick_up: Array(6).fill(person) })).toEqual({
      must_not_pick_up: 'Up to 5 people can be named',
    })
    expect(
      errorsOf('child', { must_not_pick_up: [{ name: 'n'.repeat(121), note: 'n'.repeat(201) }] }),
    ).toEqual({
      'must_not_pick_up.0.name': 'Must be at most 120 characters',
      'must_not_pick_up.0.note': 'Must be at most 200 characters',
    })
  })

  test('names up to five people who may pick up a child', () => {
    const person = { name: ' Rose ', phone: ' ' }
    expect(parsed('child', { pickup_people: [person] })).toHaveProperty('pickup_people', [
      { name: 'Rose', phone: null },
    ])
    expect(errorsOf('child', { pickup_people: Array(5).fill(person) })).toEqual({})
    expect(errorsOf('child', { pickup_people: Array(6).fill(person) })).toEqual({
      pickup_people: 'Up to 5 people can be named',
    })
    expect(errorsOf('child', { pickup_people: [{ name: '' }] })).toEqual({
      'pickup_people.0.name': 'Please enter a name',
    })
  })

  test.each([
    [null, []],
    ['Rose', []],
    [
      [{ name: 'Rose', phone: '555' }, { name: 7 }, null, { name: 'Bo', phone: 5 }],
      ['Rose 555', 'Bo null'],
    ],
  ])('whose people are stored as %j has %j', (stored, people) => {
    expect(readPickupPeople(stored).map(({ name, phone }) => `${name} ${phone}`)).toEqual(people)
  })

  test('assigns a guest’s submission to one of its children, or to a new one', () => {
    expect(parsed('claim')).toEqual(formNamed('claim').valid)
    expect(formNamed('claim').schema.parse({ child: { name: ' Ada ' } })).toMatchObject({
      child: { name: 'Ada' },
    })
    for (const wrong of [{}, { child_id: 'x' }, { child: {} }])
      expect(formNamed('claim').schema.safeParse(wrong).success).toBe(false)
  })

  test('chooses one of two languages', () => {
    expect(languageSchema.parse({ language: 'es' })).toEqual({ language: 'es' })
    expect(languageSchema.safeParse({ language: 'fr' }).success).toBe(false)
  })

  test('joins with the token of its invitation', () => {
    expect(parsed('join')).toEqual({ token: 'abc' })
    for (const token of ['', undefined, 'x'.repeat(201)])
      expect(Object.keys(errorsOf('join', { token }))).toEqual(['token'])
  })

  test('registers each child once', () => {
    const [id] = formNamed('registration').valid.child_ids as string[]
    expect(parsed('registration', { child_ids: [id, id] })).toHaveProperty('child_ids', [id])
  })
})

describe('staff', () => {
  test('edit an admin, whose name may be empty', () => {
    expect(parsed('adminEdit', { full_name: ' ', preferences: DEFAULT_EMAIL_PREFERENCES })).toEqual({
      full_name: '',
      email: 'ina@example.com',
      phone: null,
      preferences: DEFAULT_EMAIL_PREFERENCES,
      version: 1,
    })
    expect(parsed('adminEdit')).toHaveProperty('full_name', 'Ina Poe')
    expect(Object.keys(errorsOf('adminEdit', { preferences: {} }))).toHaveLength(5)
  })

  test('get every email until they choose, each with its own label', () => {
    expect(Object.values(DEFAULT_EMAIL_PREFERENCES)).toEqual(Array(5).fill(true))
    const labels = Object.values(EMAIL_PREFERENCE_LABELS).filter(Boolean)
    expect(new Set(labels).size).toBe(5)
  })

  test('choose one of the statuses of a parent', () => {
    expect(errorsOf('parentEdit', { status: 'guest' })).toEqual({ status: 'Please choose a status' })
  })

  test('write to families; a draft may be empty, and nothing is cancelled by default', () => {
    expect(parsed('familyMessage')).toMatchObject({ cancelled: false, fees: 'keep' })
    expect(parsed('familyMessageDraft')).toEqual({
      date: '2025-11-20',
      subject: '',
      text: '',
      cancelled: false,
      fees: 'keep',
    })
    expect(
      parsed('familyMessageDraft', { subject: ' Snow ', cancelled: true, fees: 'credit' }),
    ).toMatchObject({
      subject: 'Snow',
      cancelled: true,
      fees: 'credit',
    })
    expect(errorsOf('familyMessageDraft', { subject: 'x'.repeat(201), text: 'x'.repeat(2001) })).toEqual({
      subject: 'Must be at most 200 characters',
      text: 'The message must be at most 2,000 characters long',
    })
  })

  test('enter a drop-in as regular and without exceptions, unless they say so', () => {
    expect(parsed('adminDropIn')).toMatchObject({
      dismissal_type: 'regular',
      allow_double_booking: false,
      allow_overbooking: false,
    })
    expect(Object.keys(childDropInSchema.parse({ dropin_date: '2025-11-22' })).sort()).toEqual([
      'allow_double_booking',
      'allow_overbooking',
      'dismissal_type',
      'dropin_date',
      'guest_child_notes',
    ])
  })

  test('confirm days when they change a registration', () => {
    const edit = { selected_days: [3], version: 1 }
    expect(staffEditSchema.parse(edit)).toEqual({ ...edit, confirmed_days: [] })
    expect(staffEditSchema.parse({ ...edit, confirmed_days: [3] }).confirmed_days).toEqual([3])
    expect(staffEditSchema.safeParse({ ...edit, confirmed_days: [32] }).success).toBe(false)
  })

  test('are told which test emails there are', () => {
    expect(errorsOf('testMail', { templateType: 'weekly' })).toEqual({
      templateType: 'Choose one of monthly_parent, monthly_admin, dropin_parent, dropin_admin, daily_report',
    })
    expect(parsed('testMail', { language: 'es' })).toHaveProperty('language', 'es')
  })

  test('enter amounts with blanks around them', () => {
    expect(parsed('payment', { amount: ' 22.5 ' })).toHaveProperty('amount', '22.50')
    expect(errorsOf('pricing', { regular_price: '1000000' })).toEqual({})
  })

  test('limit seats to whole numbers from 1 to 500, or not at all', () => {
    for (const seats of [null, 1, 500]) expect(errorsOf('defaultSeats', { seats })).toEqual({})
    for (const seats of [0, 501, 1.5, '30'])
      expect(errorsOf('defaultSeats', { seats })).toEqual({
        seats: 'Please enter a whole number from 1 to 500',
      })
    expect(errorsOf('monthSave', { seats: 0 })).toHaveProperty('seats')
    expect(errorsOf('monthSave', { day_seats: { 3: 501 } })).toHaveProperty(['day_seats.3'])
  })
})
