import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { storedRows } from '../../testing/rows'
import { startWithStaff } from '../../testing/submissions'
import { execute, sql } from '../db/sql'
import { setClause } from '../db/write'

let given: Awaited<ReturnType<typeof startWithStaff>>
beforeAll(async () => {
  given = await startWithStaff()
})
beforeEach(() => given.empty())
afterAll(() => given.app.stop())

describe('a submission in detail', () => {
  it('includes its month, child, parent, payments and edit history', async () => {
    const { partial } = await given.aFullList()
    const history = [
      {
        edited_at: '2026-11-04T10:00:00Z',
        previous_days: [1],
        new_days: [1, 2, 3],
        days_added: [2, 3],
        days_removed: [],
      },
    ]
    await execute(
      given.db,
      sql`update submissions set ${setClause('submissions', { is_edited: true, edit_history: history })} where id = ${partial.id}`,
    )
    const { status, body } = await given.staff.get(`/api/admin/submissions/${partial.id}`)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      id: partial.id,
      derived_status: 'partial',
      total_fee: 60,
      paid_amount: 15,
      is_edited: true,
      edit_history: history,
      month: { month_name: 'December', year: 2026 },
      child: { name: 'Kavi', allergies: 'Egg' },
      parent: {
        id: given.dana.id,
        full_name: 'Dana Okafor',
        email: 'dana@family.example',
        phone: '(555) 014-2210',
      },
      payments: [{ amount: 15, recorded_by: given.admin.id, recorded_by_name: given.admin.full_name }],
    })
    expect(body.parent).not.toHaveProperty('version')
  })

  it('shows what a guest entered instead of a profile', async () => {
    const { dropIn } = await given.aFullList()
    const { body } = await given.staff.get(`/api/admin/submissions/${dropIn.id}`)
    expect(body).toMatchObject({
      parent: null,
      child: null,
      month: null,
      guest_parent_name: 'Joel Abernathy',
      dropin_date: '2026-11-17',
      payments: [],
    })
  })

  it.each([
    ['00000000-0000-4000-8000-000000000000', 404],
    ['not-an-id', 422],
  ])('is not found under %s', async (id, status) => {
    expect((await given.staff.get(`/api/admin/submissions/${id}`)).status).toBe(status)
  })

  it('changes the billed status and the notes, and records who did', async () => {
    const { open } = await given.aFullList()
    const change = { billed_status: 'billed', guest_child_notes: ' Grandmother collects ', version: 1 }
    const { status, body } = await given.staff.patch(`/api/admin/submissions/${open.id}`, change)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      billed_status: 'billed',
      guest_child_notes: 'Grandmother collects',
      derived_status: 'billed',
      version: 2,
    })
    const [entry] = await storedRows(given.db, 'audit_log', sql`where row_id = ${open.id}`)
    expect(entry).toMatchObject({
      actor_id: given.admin.id,
      action: 'submission.update',
      detail: {
        before: { billed_status: 'not_billed', guest_child_notes: null },
        after: { billed_status: 'billed', guest_child_notes: 'Grandmother collects' },
      },
    })
    const back = { billed_status: 'not_billed', guest_child_notes: '', version: 2 }
    const again = await given.staff.patch(`/api/admin/submissions/${open.id}`, back)
    expect(again.body).toMatchObject({ billed_status: 'not_billed', guest_child_notes: null, version: 3 })
  })

  it('keeps notes that a change does not include', async () => {
    const { dropIn } = await given.aFullList()
    await execute(
      given.db,
      sql`update submissions set guest_child_notes = 'Day Drop-In Request' where id = ${dropIn.id}`,
    )
    const { body } = await given.staff.patch(`/api/admin/submissions/${dropIn.id}`, {
      billed_status: 'billed',
      version: 1,
    })
    expect(body).toMatchObject({ billed_status: 'billed', guest_child_notes: 'Day Drop-In Request' })
  })

  it.each([
    ['a stale version', { billed_status: 'billed', guest_child_notes: 'x', version: 9 }, 409],
    ['an unknown billed state', { billed_status: 'paid', guest_child_notes: 'x', version: 1 }, 422],
    [
      'notes beyond all measure',
      { billed_status: 'billed', guest_child_notes: 'x'.repeat(2001), version: 1 },
      422,
    ],
    ['no version', { billed_status: 'billed', guest_child_notes: 'x' }, 422],
  ])('rejects %s and changes nothing', async (_, change, expected) => {
    const { open } = await given.aFullList()
    expect((await given.staff.patch(`/api/admin/submissions/${open.id}`, change)).status).toBe(expected)
    const [row] = await storedRows(given.db, 'submissions', sql`where id = ${open.id}`)
    expect(row).toMatchObject({ billed_status: 'not_billed', guest_child_notes: null, version: 1 })
  })

  it('never lets staff set days, fees or payments', async () => {
    const { open } = await given.aFullList()
    await given.staff.patch(`/api/admin/submissions/${open.id}`, {
      billed_status: 'billed',
      guest_child_notes: null,
      version: 1,
      total_fee: 1,
      paid_amount: 60,
      selected_days: [9],
    })
    const [row] = await storedRows(given.db, 'submissions', sql`where id = ${open.id}`)
    expect(row).toMatchObject({ total_fee_cents: 6000, paid_amount_cents: 0, selected_days: [1, 2, 3] })
  })
})

describe('marking several submissions billed', () => {
  it('changes those that were not, and returns how many', async () => {
    const { open, billed, guest } = await given.aFullList()
    const { status, body } = await given.staff.post('/api/admin/submissions/mark-billed', {
      ids: [open.id, billed.id, guest.id, '00000000-0000-4000-8000-000000000000'],
    })
    expect({ status, body }).toMatchObject({ status: 200, body: { updated: 2 } })
    expect((await given.list('?status=billed')).total).toBe(3)
    expect(await storedRows(given.db, 'audit_log')).toHaveLength(2)
  })

  it.each([[[]], [['x']], [Array.from({ length: 101 }, () => '00000000-0000-4000-8000-000000000000')]])(
    'rejects a list that is empty, unreadable or too long',
    async (ids) => {
      expect((await given.staff.post('/api/admin/submissions/mark-billed', { ids })).status).toBe(422)
    },
  )
})

describe("a parent's session", () => {
  it('is rejected on every request about submissions', async () => {
    const { open } = await given.aFullList()
    const parent = await given.app.as(given.dana)
    const responses = [
      await parent.get('/api/admin/submissions'),
      await parent.get('/api/admin/submissions/export'),
      await parent.get(`/api/admin/submissions/${open.id}`),
      await parent.patch(`/api/admin/submissions/${open.id}`, { billed_status: 'billed', version: 1 }),
      await parent.post('/api/admin/submissions/mark-billed', { ids: [open.id] }),
    ]
    expect(responses.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403])
    expect((await given.app.visitor.get('/api/admin/submissions')).status).toBe(401)
    expect((await given.list('?status=billed')).total).toBe(1)
  })
})
