import { matchSearch, type SearchMatch } from '@aftercare/domain/lib/search'
import { beforeAll, describe, expect, it } from 'vitest'
import { buildersFor } from '../../testing/builders'
import { testApp } from '../../testing/test-app'
import { execute, sql } from '../db/sql'
import type { ListedSubmission } from './submissions.admin.rows'

const app = await testApp()
const build = buildersFor(app.services.db)
let staff: Awaited<ReturnType<typeof app.as>>

const FAMILIES: [name: string, children: string[]][] = [
  ['Dana Okafor', ['Amara Okafor', 'Tobias Okafr', 'Ben']],
  ['Daniel Okafur', ['April', 'June Nguyen']],
  ['Linh Nguyễn', ['Amara Nguyễn', 'Mai']],
  ["Siobhán O'Brien", ['Zoë Strauß', '100% Sam_uel\\']],
  ['April December', ['Decembra', 'Lena🌸Reyes']],
  ['', ['Nobody']],
]
const GUESTS = [
  ['Grace Okafor', 'Otis Whitfield'],
  ['Amara Whitfeld', 'Ida Okaforson'],
  ['Joel Abernathy', 'Wren Nguyen'],
] as const

beforeAll(async () => {
  staff = await app.as(await build.anAdmin({ full_name: 'Okafor Admin' }))
  const months = [
    await build.aMonth(),
    await build.aMonth({ month_name: 'April', year: 2026 }),
    await build.aMonth({ month_name: 'December', year: 2025 }),
  ]
  let minute = 0
  const submitted_at = () => `2026-11-0${1 + (minute % 7)}T10:${10 + minute++}:00Z`
  for (const [index, [full_name, children]] of FAMILIES.entries()) {
    const parent = await build.aParent({ full_name, email: `family.${index}@example.com` })
    for (const [place, name] of children.entries()) {
      const child = await build.aChild(parent, { name })
      const ofChild = { parent_id: parent.id, child_id: child.id, submitted_at: submitted_at() }
      for (const month of months.slice(0, 1 + ((index + place) % 3)))
        await build.aRegistration(child, month, { submitted_at: submitted_at() })
      if (place === 0) await build.aDropIn(index % 2 ? '2026-12-04' : '2026-06-05', ofChild)
    }
    await build.aChild(parent, { name: 'Okafor Gone', deleted_at: '2026-11-01T00:00:00Z' })
  }
  for (const [index, [guest_parent_name, guest_child_name]] of GUESTS.entries()) {
    const guest = { guest_parent_name, guest_child_name, guest_parent_email: `guest${index}@okafr.org` }
    await build.aDropIn('2026-12-07', { ...guest, submitted_at: submitted_at() })
    const [month] = months
    if (month) await build.aGuestRegistration(month, { ...guest, submitted_at: submitted_at() })
  }
})

const TYPED = [
  'okafor',
  'okafr',
  'okafur amara',
  'amara okafr',
  'okafor nguyen',
  'nguyen linh',
  'nguyn',
  'obrien zoe',
  "o'brian",
  'straus',
  '100% sam_uel\\',
  '%',
  'reyed',
  'december',
  'decembr',
  'dec 2026',
  'dec 2025 okafor',
  'april',
  'april 2026',
  'aprl december',
  'june',
  'amara december',
  'amara decembr okafr',
  '2026',
  '26',
  'ma',
  'gus',
  'a',
  'a okafor',
  'e a n',
  'family.3@',
  'example.com okafor',
  'exampel okafr',
  'nobody',
  'zzzzz',
  "'",
  Array.from({ length: 30 }, (_, n) => ['okafor', 'dana', 'amara'][n % 3]).join(' '),
  'amara okafor dana family 0 example com december 2026 a m r k',
]

async function get<Row extends { id: string }>(path: string): Promise<{ rows: Row[]; total: number }> {
  const { status, body } = await staff.get(`/api/admin/${path}`)
  expect(status).toBe(200)
  return body
}

/** Exact matches first, then similar ones, both in the list's own order. */
async function expectFound<Row extends { id: string }>(
  path: string,
  typed: string,
  matchOf: (row: Row, typed: string) => SearchMatch,
) {
  const everybody = (await get<Row>(path)).rows
  const matching = (match: 'exact' | 'similar') =>
    everybody.filter((row) => matchOf(row, typed) === match).map(({ id }) => id)
  const expected = [...matching('exact'), ...matching('similar')]
  const separator = path.includes('?') ? '&' : '?'
  const searched = `${path}${separator}search=${encodeURIComponent(typed)}`
  const { rows, total } = await get(searched)
  expect([rows.map(({ id }) => id), total]).toEqual([expected, expected.length])
  const second = await get(searched.replace('size=100', 'size=3&page=2'))
  expect(second.rows.map(({ id }) => id)).toEqual(expected.slice(3, 6))
}

type Searched = Pick<ListedSubmission, 'id' | 'parent_name' | 'parent_email' | 'child_name'>

/** Never the month, also where it is somebody's name. */
const matchSubmission = (row: Searched, typed: string) =>
  matchSearch([row.parent_name, row.parent_email, row.child_name].join(' '), typed)

describe('every list finds what the board would find in its texts', () => {
  it.each(TYPED)('%j', async (typed) => {
    for (const order of ['', '&sort=child&direction=asc', '&sort=fee', '&type=day_drop_in'])
      await expectFound(`submissions?size=100${order}`, typed, matchSubmission)
    await expectFound('drop-ins?size=100', typed, matchSubmission)
    type Person = { id: string; full_name: string; email: string; children: string[] }
    for (const order of ['', '&sort=children&direction=desc'])
      await expectFound<Person>(`parents?size=100${order}`, typed, (row) =>
        matchSearch([row.full_name, row.email, ...row.children].join(' '), typed),
      )
    type Child = { id: string; name: string; parent: { full_name: string; email: string } }
    await expectFound<Child>('children?size=100', typed, ({ name, parent }) =>
      matchSearch([name, parent.full_name, parent.email].join(' '), typed),
    )
  })
})

it('exports what it lists, in the same order', async () => {
  const { rows } = await get<ListedSubmission>('submissions?size=100&search=okafr&sort=child&direction=asc')
  const { body } = await staff.get('/api/admin/submissions/export?search=okafr&sort=child&direction=asc')
  const lines = String(body).trim().split('\r\n').slice(1)
  expect(lines).toHaveLength(rows.length)
  expect(rows.length).toBeGreaterThan(10)
  for (const [index, row] of rows.entries()) expect(lines[index]).toContain(row.child_name)
})

it('finds a renamed family under the new names at once, and no longer under the old ones', async () => {
  const parent = await build.aParent({ full_name: 'Vera Quill', email: 'vera@example.org' })
  const child = await build.aChild(parent, { name: 'Iggy' })
  await build.aDropIn('2026-11-20', { parent_id: parent.id, child_id: child.id })
  const totals = async (typed: string) =>
    Promise.all(
      ['submissions', 'drop-ins', 'parents', 'children'].map(
        async (list) => (await get(`${list}?search=${encodeURIComponent(typed)}`)).total,
      ),
    )
  expect(await totals('quil iggy')).toEqual([1, 1, 1, 1])
  await execute(app.services.db, sql`update profiles set full_name = 'Vera Łoś' where id = ${parent.id}`)
  await execute(app.services.db, sql`update children set name = 'Ignác' where id = ${child.id}`)
  expect(await totals('los ignac')).toEqual([1, 1, 1, 1])
  expect(await totals('quil iggy')).toEqual([0, 0, 0, 0])
})
