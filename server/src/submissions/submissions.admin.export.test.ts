import Papa from 'papaparse'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { insertMany } from '../../testing/databases'
import { startWithStaff } from '../../testing/submissions'
import { execute, sql } from '../db/sql'

let given: Awaited<ReturnType<typeof startWithStaff>>
beforeAll(async () => {
  given = await startWithStaff()
})
beforeEach(() => given.empty())
afterAll(() => given.app.stop())

describe('the CSV export', () => {
  const HEADER = [
    'Parent Name',
    'Parent Email',
    'Child Name',
    'Type',
    'Month',
    'Days',
    'Fee',
    'Status',
    'Submitted Date',
    'Allergies',
  ]

  async function exported(query = '') {
    const response = await given.staff.raw(`/api/admin/submissions/export${query}`)
    expect(response.status).toBe(200)
    const text = await response.text()
    const { data, errors } = Papa.parse<string[]>(text, { skipEmptyLines: true })
    expect(errors).toEqual([])
    return { headers: response.headers, rows: data, text }
  }

  it('has the columns, a row for every submission of all pages, and the day in its name', async () => {
    await given.aFullList()
    const { headers, rows } = await exported('?size=2&page=2')
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(headers.get('content-disposition')).toBe(
      'attachment; filename="submissions-export-2026-11-16.csv"',
    )
    expect(headers.get('x-exported-count')).toBe('6')
    expect(rows).toEqual([
      HEADER,
      // The drop-in arrived after midnight UTC, but still on the 5th in the programme's time zone.
      [
        'Joel Abernathy',
        'joel@guest.example',
        'Wren',
        'Day Drop-In',
        '2026-11-17',
        '17',
        '25.00',
        'Submitted',
        '2026-11-05',
        'Dairy',
      ],
      [
        'Grace Whitfield',
        'grace@example.com',
        'Otis Whitfield',
        'Month Registration',
        'December 2026',
        '1',
        '20.00',
        'Submitted',
        '2026-11-05',
        'None',
      ],
      [
        'Dana Okafor',
        'dana@family.example',
        'June',
        'Month Registration',
        'December 2026',
        '1; 2; 3',
        '60.00',
        'Paid',
        '2026-11-04',
        'None',
      ],
      [
        'Dana Okafor',
        'dana@family.example',
        'Kavi',
        'Month Registration',
        'December 2026',
        '1; 2; 3',
        '60.00',
        'Partial',
        '2026-11-03',
        'Egg',
      ],
      [
        'Dana Okafor',
        'dana@family.example',
        'Tobias',
        'Month Registration',
        'December 2026',
        '1; 2; 3',
        '90.00',
        'Billed',
        '2026-11-02',
        'None',
      ],
      [
        'Dana Okafor',
        'dana@family.example',
        'Amara',
        'Month Registration',
        'December 2026',
        '1; 2; 3',
        '60.00',
        'Submitted',
        '2026-11-01',
        'None',
      ],
    ])
  })

  it('has the listed rows: filters, search and order', async () => {
    await given.aFullList()
    const { headers, rows } = await exported('?search=okafor&sort=child&direction=asc&status=billed')
    expect(headers.get('x-exported-count')).toBe('1')
    expect(rows.map((row) => row[2])).toEqual(['Child Name', 'Tobias'])
    expect((await exported('?search=nobody')).rows).toEqual([HEADER])
  })

  it('makes formulas harmless and keeps quotes, commas, line breaks and accents', async () => {
    const month = await given.build.aMonth()
    await given.build.aGuestRegistration(month, {
      guest_parent_name: '=HYPERLINK("http://evil.example")',
      guest_parent_email: '+1@example.com',
      guest_child_name: '@Lucía, "Lu"',
      guest_child_allergies: '-2+3\nnuts',
    })
    const { rows, text } = await exported()
    expect(rows[1]).toEqual([
      `'=HYPERLINK("http://evil.example")`,
      `'+1@example.com`,
      `'@Lucía, "Lu"`,
      'Month Registration',
      'December 2026',
      '1',
      '20.00',
      'Submitted',
      expect.any(String),
      `'-2+3\nnuts`,
    ])
    expect(text).toContain('Lucía')
  })

  it('starts with a byte order mark, so that Excel reads it as UTF-8', async () => {
    const response = await given.staff.raw('/api/admin/submissions/export')
    const bytes = Buffer.from(await response.arrayBuffer())
    expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
    expect(bytes.subarray(3).toString().startsWith('Parent Name,')).toBe(true)
  })

  it('keeps no connection and no cursor open while the client reads slowly', async () => {
    await given.aFullList()
    const { pool } = given.app.services
    const response = await given.staff.raw('/api/admin/submissions/export')
    expect(pool.idleCount).toBe(pool.totalCount)
    const { rows } = await pool.query('select name from pg_cursors')
    expect(rows).toEqual([])
    await response.body?.cancel()
  })

  it.each(['submitted', 'child', 'fee', 'billed'])(
    'lists each row once in the order of its start, whatever is written meanwhile (%s)',
    async (sort) => {
      const month = await given.build.aMonth()
      const insert = (from: number, to: number) =>
        insertMany(
          given.app.databaseUrl,
          `insert into submissions (month_id, selected_days, total_fee, submitted_at, guest_parent_name,
              guest_parent_email, guest_child_name)
            select $1::uuid, '{1}', n % 7, '2026-11-01'::timestamptz + n % 5 * interval '1 hour', 'Guest',
              'g' || n || '@example.com', 'Child ' || n % 100
            from generate_series($2::int, $3::int) n`,
          [month.id, from, to],
        )
      await insert(1, 2500)
      const query = `?sort=${sort}&direction=asc`
      const { rows: before } = await exported(query)
      const response = await given.staff.raw(`/api/admin/submissions/export${query}`)
      const reader = response.body?.getReader()
      const pieces = [(await reader?.read())?.value, (await reader?.read())?.value]
      await insert(2501, 4000)
      await execute(
        given.db,
        sql`update submissions set billed_status = 'billed', version = version + 1 where total_fee > 2`,
      )
      for (let piece = await reader?.read(); piece && !piece.done; piece = await reader?.read())
        pieces.push(piece.value)
      const text = Buffer.concat(pieces.map((piece) => piece ?? new Uint8Array())).toString()
      const emails = (lines: string[][]) => lines.slice(1).map((row) => row[1])
      expect(emails(Papa.parse<string[]>(text, { skipEmptyLines: true }).data)).toEqual(emails(before))
      expect(new Set(emails(Papa.parse<string[]>(text, { skipEmptyLines: true }).data)).size).toBe(2500)
    },
  )

  it('streams more rows than one batch', async () => {
    const month = await given.build.aMonth()
    await insertMany(
      given.app.databaseUrl,
      `insert into submissions
        (month_id, selected_days, total_fee, guest_parent_name, guest_parent_email, guest_child_name)
      select $1::uuid, '{1}', 20, 'Guest ' || n, 'g' || n || '@example.com', 'Child ' || n
      from generate_series(1, 2345) n`,
      [month.id],
    )
    const { headers, rows } = await exported()
    expect(headers.get('x-exported-count')).toBe('2345')
    expect(new Set(rows.slice(1).map((row) => row[2])).size).toBe(2345)
  })
})
