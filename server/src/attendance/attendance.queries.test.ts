import { attendanceRow, dailyReportAttendee } from '@aftercare/domain/attendance/attendance'
import { beforeAll, expect, test } from 'vitest'
import { buildersFor } from '../../testing/builders'
import { testApp } from '../../testing/test-app'
import { attendanceStatement, listAttendance, listDetailedAttendance } from './attendance.queries'

const app = await testApp()
beforeAll(async () => {
  const make = buildersFor(app.services.db)
  const parent = await make.aParent({
    full_name: 'Dana Okafor',
    email: 'dana@example.com',
    phone: '555 0100',
  })
  const amara = await make.aChild(parent, { name: 'Amara', allergies: 'Peanuts', grade: 'K' })
  const zuri = await make.aChild(parent, { name: 'Zuri' })
  const november = await make.aMonth({
    month_name: 'November',
    special_days: [25],
    day_types: { 24: 'early' },
  })
  const december = await make.aMonth({ month_name: 'December' })
  await make.aRegistration(amara, november, { selected_days: [18, 24, 25], total_fee_cents: 7000 })
  await make.aRegistration(zuri, november, { selected_days: [24], total_fee_cents: 3000 })
  await make.aRegistration(amara, december, { selected_days: [18, 24] })
  await make.aGuestRegistration(november, { selected_days: [18], guest_child_allergies: 'none' })
  await make.aDropIn('2026-11-18', {
    guest_child_name: 'Theo',
    guest_parent_phone: '555 0199',
    dismissal_type: 'noon',
  })
  await make.aDropIn('2026-12-18', { guest_child_name: 'Somebody on the same day number' })
  await make.aDropIn('2027-03-05', { guest_child_name: 'Before its month exists' })
})

const childrenOn = async (day: string) => {
  const { sources, typeOfDay } = await listAttendance(app.services.db, day)
  return sources.map((source) => attendanceRow(source, typeOfDay).child).sort()
}

test('registered children, guests and drop-ins of the day are listed, each once', async () => {
  expect(await childrenOn('2026-11-18')).toEqual(['Amara', 'Otis Whitfield', 'Theo'])
  expect(await childrenOn('2026-11-24')).toEqual(['Amara', 'Zuri'])
})

test('the same day number of another month or year is another day', async () => {
  expect(await childrenOn('2026-12-18')).toEqual(['Amara', 'Somebody on the same day number'])
  expect(await childrenOn('2025-11-18')).toEqual([])
})

test('a day without bookings is empty, and a drop-in needs no month', async () => {
  expect(await childrenOn('2026-11-19')).toEqual([])
  expect(await childrenOn('2027-03-05')).toEqual(['Before its month exists'])
  expect((await listAttendance(app.services.db, '2027-03-05')).typeOfDay).toBeNull()
})

test("the day's type comes from its month", async () => {
  const types = ['2026-11-18', '2026-11-24', '2026-11-25', '2026-11-22'].map(
    async (day) => (await listAttendance(app.services.db, day)).typeOfDay,
  )
  expect(await Promise.all(types)).toEqual(['regular', 'early', 'noon', 'unavailable'])
})

test('rows carry what the report and the screen show', async () => {
  const { sources, typeOfDay } = await listDetailedAttendance(app.services.db, '2026-11-18')
  const amara = sources.find(({ childName }) => childName === 'Amara')
  const theo = sources.find(({ childName }) => childName === 'Theo')
  if (!amara || !theo) throw new Error('both are expected')
  expect(attendanceRow(amara, typeOfDay)).toMatchObject({
    parent: 'Dana Okafor',
    phone: '555 0100',
    allergies: 'Peanuts',
    status: 'registered',
    feeCents: 7000 / 3,
  })
  expect(dailyReportAttendee(amara)).toEqual({
    child_name: 'Amara',
    parent_name: 'Dana Okafor',
    parent_email: 'dana@example.com',
    grade: 'K',
    allergies: 'Peanuts',
  })
  expect(attendanceRow(theo, typeOfDay)).toMatchObject({
    phone: '555 0199',
    dismissalType: 'noon',
    status: 'drop-in',
  })
})

test('the day report reads no more columns than stay fast', async () => {
  const { text, values } = attendanceStatement('2026-11-18', null)
  expect((await app.services.pool.query(text, values)).fields.length).toBeLessThanOrEqual(17)
})
