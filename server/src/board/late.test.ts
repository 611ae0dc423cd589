import { beforeAll, describe, expect, it } from 'vitest'
import { buildersFor } from '../../testing/builders'
import { testApp } from '../../testing/test-app'

let parent: { id: string; full_name: string }

/** Monday, November 16, 2026, 6:00 PM: a family and a guest were late. */
const app = await testApp({ now: '2026-11-16T18:00:00-05:00' })
const make = buildersFor(app.services.db)
const staff = await app.as(await make.anAdmin())
beforeAll(async () => {
  const month = await make.aMonth({ month_name: 'November' })
  parent = await make.aParent({ full_name: 'Ana Lee' })
  const ada = await make.aRegistration(await make.aChild(parent, { name: 'Ada Lee' }), month, {
    selected_days: [12, 13, 16],
  })
  const guest = await make.aDropIn('2026-11-13', {
    guest_child_name: '=Otis',
    guest_parent_email: 'Grace@Example.com ',
  })
  await pickedUp(ada, '2026-11-16', '17:42', 'Grandma Rose')
  await pickedUp(ada, '2026-11-12', '17:30', 'Ana Lee')
  await pickedUp(ada, '2026-11-13', '16:31', 'Ana Lee')
  await pickedUp(guest, '2026-11-13', '16:45', 'Grace Whitfield')
})

async function pickedUp(submission: { id: string }, day: string, time: string, picked_up_by: string) {
  const base = { submission_id: submission.id, day }
  const at = (clock: string) => `${day}T${clock}:00-05:00`
  await staff.post('/api/admin/board/marks', {
    ...base,
    change: 'arrived',
    at: at('15:30'),
    version: 0,
  })
  const left = { ...base, change: 'picked_up', picked_up_by, release_anyway: true, at: at(time), version: 1 }
  expect((await staff.post('/api/admin/board/marks', left)).status).toBe(200)
}

type Late = {
  day: string
  child_name: string
  late_minutes: number
  picked_up_by: string
  not_on_list: boolean
  parent_id: string
}
const shown = (rows: Late[]) =>
  rows.map((row) => [row.day, row.child_name, row.late_minutes, row.picked_up_by, row.parent_id])

describe('late pick-ups', () => {
  it('are listed newest first, page by page, without those in time', async () => {
    const { body } = await staff.get('/api/admin/board/late')
    expect(body.rows.map((row: Late) => [row.picked_up_by, row.not_on_list]).sort()).toEqual([
      ['Ana Lee', false],
      ['Grace Whitfield', false],
      ['Grandma Rose', true],
    ])
    expect(body).toMatchObject({ total: 3, page: 1, size: 25 })
    expect(shown(body.rows.slice(0, 1))).toEqual([['2026-11-16', 'Ada Lee', 12, 'Grandma Rose', parent.id]])
    expect(shown(body.rows.slice(1)).sort()).toEqual([
      ['2026-11-13', '=Otis', 15, 'Grace Whitfield', 'guest-grace@example.com'],
      ['2026-11-13', 'Ada Lee', 1, 'Ana Lee', parent.id],
    ])
    const second = await staff.get('/api/admin/board/late?page=2&size=2')
    expect(second.body.rows).toEqual([body.rows[2]])
  })

  it('of one parent or guest are only theirs', async () => {
    const own = await staff.get(`/api/admin/board/late?parent=${parent.id}`)
    expect([own.body.total, new Set(own.body.rows.map((row: Late) => row.child_name))]).toEqual([
      2,
      new Set(['Ada Lee']),
    ])
    const guests = await staff.get('/api/admin/board/late?parent=guest-grace@example.com')
    expect(guests.body.total).toBe(1)
    expect((await staff.get('/api/admin/board/late?parent=nobody')).status).toBe(404)
    const stranger = await make.aParent()
    expect((await staff.get(`/api/admin/board/late?parent=${stranger.id}`)).body.total).toBe(0)
  })

  it('are exported as a file in which no name is a formula', async () => {
    const { body, headers } = await staff.get('/api/admin/board/late/export')
    expect(headers.get('content-disposition')).toBe('attachment; filename="late-pick-ups-2026-11-16.csv"')
    const lines = body.replace('\ufeff', '').trim().split('\r\n')
    expect(lines.slice(0, 2)).toEqual([
      'Date,Child,Minutes Late,Picked Up By,Parent',
      '2026-11-16,Ada Lee,12,Grandma Rose,Ana Lee',
    ])
    expect(lines.slice(2).sort()).toEqual([
      `2026-11-13,"'=Otis",15,Grace Whitfield,Grace Whitfield`,
      '2026-11-13,Ada Lee,1,Ana Lee,Ana Lee',
    ])
    const own = await staff.get(`/api/admin/board/late/export?parent=${parent.id}`)
    expect(own.body.trim().split('\r\n')).toHaveLength(3)
  })

  it('are for staff only', async () => {
    const client = await app.as(parent)
    expect((await client.get('/api/admin/board/late')).status).toBe(403)
    expect((await client.get(`/api/admin/board/late?parent=${parent.id}`)).status).toBe(403)
  })
})
