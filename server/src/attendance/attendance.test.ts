import Papa from 'papaparse'
import { beforeAll, describe, expect, it } from 'vitest'
import { buildersFor } from '../../testing/builders'
import { type TestClient, testApp } from '../../testing/test-app'
import { execute, sql } from '../db/sql'

let admin: TestClient

const MARKUP = '<img src=x onerror=alert(1)>'

const app = await testApp()
const make = buildersFor(app.services.db)
beforeAll(async () => {
  admin = await app.as(await make.anAdmin())
  const dana = await make.aParent({ full_name: 'Dana Okafor', phone: '555 0100' })
  const amara = await make.aChild(dana, {
    name: 'Amara Okafor',
    allergies: 'Peanuts, tree nuts',
    notes: 'EpiPen in front office',
  })
  const zuri = await make.aChild(dana, { name: 'Zuri Okafor', allergies: 'N/A' })
  const november = await make.aMonth({ month_name: 'November', day_types: { 18: 'noon', 19: 'early' } })
  await make.aRegistration(amara, november, {
    selected_days: [17, 18, 19],
    total_fee_cents: 7000,
    guest_child_notes: 'late bus',
  })
  await make.aRegistration(zuri, november, { selected_days: [17, 18, 19], total_fee_cents: 7000 })
  await make.aGuestRegistration(november, {
    selected_days: [17, 20],
    total_fee_cents: 4000,
    guest_child_name: 'Otis Whitfield',
    guest_child_allergies: 'Dairy',
    guest_child_notes: 'Brings own snack',
  })
  await make.aDropIn('2026-11-17', { guest_child_name: 'Wren', dismissal_type: 'early' })
  await make.aDropIn('2026-11-23', {
    guest_child_name: MARKUP,
    guest_parent_name: '=HYPERLINK("http://example.com")',
    guest_parent_phone: '+1 555 0199',
    guest_child_allergies: 'Nuts, "all" of them\nand eggs',
    guest_child_notes: '-2+3',
  })
})

const dayOf = async (date: string) => (await admin.get(`/api/admin/attendance?date=${date}`)).body

describe('a day report', () => {
  it('lists families, guests and drop-ins by name, with what the table shows', async () => {
    const { rows, date } = await dayOf('2026-11-17')
    expect(date).toBe('2026-11-17')
    expect(rows.map(({ id: _, ...row }: { id: string }) => row)).toEqual([
      {
        child: 'Amara Okafor',
        parent: 'Dana Okafor',
        phone: '555 0100',
        adults: [{ name: 'Dana Okafor', phone: '555 0100' }],
        allergies: 'Peanuts, tree nuts',
        notes: 'EpiPen in front office; late bus',
        dismissalType: 'regular',
        status: 'registered',
        remark: null,
        knownFamily: null,
        fee: 23.33,
      },
      {
        child: 'Otis Whitfield',
        parent: 'Grace Whitfield',
        phone: '-',
        adults: [{ name: 'Grace Whitfield', phone: null }],
        allergies: 'Dairy',
        notes: 'Brings own snack',
        dismissalType: 'regular',
        status: 'drop-in',
        remark: null,
        knownFamily: null,
        fee: 20,
      },
      {
        child: 'Wren',
        parent: 'Grace Whitfield',
        phone: '-',
        adults: [{ name: 'Grace Whitfield', phone: null }],
        allergies: 'None',
        notes: '',
        dismissalType: 'early',
        status: 'drop-in',
        remark: null,
        knownFamily: null,
        fee: 25,
      },
      {
        child: 'Zuri Okafor',
        parent: 'Dana Okafor',
        phone: '555 0100',
        adults: [{ name: 'Dana Okafor', phone: '555 0100' }],
        allergies: 'None',
        notes: '',
        dismissalType: 'regular',
        status: 'registered',
        remark: null,
        knownFamily: null,
        fee: 23.33,
      },
    ])
    expect(rows.every((row: { id: string }) => row.id.length === 36)).toBe(true)
  })

  it('counts children, drop-ins and allergies, and sums the fees before rounding', async () => {
    expect((await dayOf('2026-11-17')).stats).toEqual({
      totalChildren: 4,
      dropIns: 2,
      withAllergies: 2,
      revenue: 91.67,
    })
  })

  it('takes the dismissal from the day type', async () => {
    const typesOn = async (date: string) =>
      (await dayOf(date)).rows.map((row: { dismissalType: string }) => row.dismissalType)
    expect(await typesOn('2026-11-18')).toEqual(['noon', 'noon'])
    expect(await typesOn('2026-11-19')).toEqual(['early', 'early'])
  })

  it('notes in the table and in the file who is not coming, and still counts the child', async () => {
    const before = await dayOf('2026-11-19')
    const [amara] = before.rows.filter(({ child }: { child: string }) => child === 'Amara Okafor')
    await execute(
      app.services.db,
      sql`insert into attendance_marks (submission_id, day, not_coming_at, not_coming_by)
        values (${amara.id}, '2026-11-19', '2026-11-19T14:00:00Z', 'parent')`,
    )
    const after = await dayOf('2026-11-19')
    const notes = 'Not coming; EpiPen in front office; late bus'
    expect(after.rows).toEqual(
      before.rows.map((row: { id: string }) =>
        row.id === amara.id ? { ...row, notes, remark: 'not_coming' } : row,
      ),
    )
    expect(after.stats).toEqual(before.stats)
    expect((await dayOf('2026-11-18')).rows[0].notes).toBe('EpiPen in front office; late bus')
    const file = await admin.get('/api/admin/attendance/export?date=2026-11-19')
    expect(Papa.parse<string[]>(file.body).data[1]?.[4]).toBe(notes)
  })

  it('treats a note that only looks like an absence as a note', async () => {
    await make.aDropIn('2026-11-24', { guest_child_name: 'Ida', guest_child_notes: 'Not coming by bus' })
    expect((await dayOf('2026-11-24')).rows).toMatchObject([{ notes: 'Not coming by bus', remark: null }])
  })

  it('shows no phone of an account whose email a guest typed', async () => {
    const day = '2026-11-25'
    await make.aParent({ email: 'ana@example.com', phone: '555 0111' })
    await make.aParent({ email: 'diana@example.com', phone: '555 0122' })
    await make.aParent({ email: 'nophone@example.com', phone: '' })
    const guests = [
      ['Ada', ' Ana@Example.com ', null, '-'],
      ['Bea', 'ana@example.com', '555 0199', '555 0199'],
      ['Cleo', 'ana@example.com.mx', null, '-'],
      ['Dov', 'nophone@example.com', null, '-'],
    ] as const
    for (const [guest_child_name, guest_parent_email, guest_parent_phone] of guests)
      await make.aDropIn(day, { guest_child_name, guest_parent_email, guest_parent_phone })
    const shown = guests.map(([child, , , phone]) => ({ child, phone }))
    expect((await dayOf(day)).rows).toMatchObject(shown)
    const { cards } = (await admin.get(`/api/admin/board?date=${day}`)).body
    expect(cards).toMatchObject(
      shown.map(({ child, phone }) => ({ child_name: child, phone: phone === '-' ? null : phone })),
    )
    const { rows } = (await admin.get('/api/admin/drop-ins')).body
    const ada = rows.find(({ child_name }: { child_name: string }) => child_name === 'Ada')
    expect(ada).toMatchObject({ phone: null })
  })

  it('is empty on a day without children, and defaults to today', async () => {
    expect(await dayOf('2026-11-22')).toEqual({
      date: '2026-11-22',
      isCancelled: false,
      rows: [],
      stats: { totalChildren: 0, dropIns: 0, withAllergies: 0, revenue: 0 },
    })
    app.setNow('2026-11-17T23:30:00-05:00')
    // Staff sign in again on the next day.
    admin = await app.as(await make.anAdmin())
    const { body } = await admin.get('/api/admin/attendance')
    expect([body.date, body.rows.length]).toEqual(['2026-11-17', 4])
  })

  it('rejects an invalid date', async () => {
    for (const date of ['', '2026-02-30', 'today', '0000-01-01', '2026-11-17x']) {
      const { status, body } = await admin.get(`/api/admin/attendance?date=${date}`)
      expect([status, Object.keys(body.error.fields)], date).toEqual([422, ['date']])
      expect((await admin.get(`/api/admin/attendance/export?date=${date}`)).status).toBe(422)
    }
  })
})

describe('the attendance file', () => {
  const linesOf = async (date: string) => {
    const answer = await admin.get(`/api/admin/attendance/export?date=${date}`)
    const { data } = Papa.parse<string[]>(answer.body, { skipEmptyLines: true })
    return { headers: answer.headers, lines: data }
  }

  it('is named after the chosen date and has the rows of the table', async () => {
    const { headers, lines } = await linesOf('2026-11-17')
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(headers.get('content-disposition')).toBe('attachment; filename="attendance-2026-11-17.csv"')
    expect(lines).toEqual([
      ['Child Name', 'Parent', 'Phone', 'Allergies', 'Notes', 'Dismissal', 'Type', 'Fee'],
      [
        'Amara Okafor',
        'Dana Okafor',
        '555 0100',
        'Peanuts, tree nuts',
        'EpiPen in front office; late bus',
        'Regular',
        'Registered',
        '23.33',
      ],
      ['Otis Whitfield', 'Grace Whitfield', '-', 'Dairy', 'Brings own snack', 'Regular', 'Drop-In', '20.00'],
      ['Wren', 'Grace Whitfield', '-', 'None', '', '2:30 PM', 'Drop-In', '25.00'],
      ['Zuri Okafor', 'Dana Okafor', '555 0100', 'None', '', 'Regular', 'Registered', '23.33'],
    ])
  })

  it('quotes commas, quotes and line breaks and makes formulas harmless', async () => {
    const { lines } = await linesOf('2026-11-23')
    expect(lines[1]).toEqual([
      MARKUP,
      `'=HYPERLINK("http://example.com")`,
      "'+1 555 0199",
      'Nuts, "all" of them\nand eggs',
      "'-2+3",
      'Regular',
      'Drop-In',
      '25.00',
    ])
  })

  it('of an empty day has only the header row', async () => {
    expect((await linesOf('2026-11-22')).lines).toHaveLength(1)
  })
})
