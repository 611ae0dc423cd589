import { countStates } from '@aftercare/domain/board/board-cards'
import { describe, expect, it } from 'vitest'
import { buildersFor } from '../../testing/builders'
import { saveWithVersion } from '../../testing/save-with-version'
import { testApp } from '../../testing/test-app'
import { execute, sql } from '../db/sql'

const app = await testApp()
const builders = buildersFor(app.services.db)
const staff = await builders.anAdmin()
const admin = await app.as(staff)

describe('the dashboard', () => {
  it('is empty on the first day', async () => {
    const { status, body } = await admin.get('/api/admin/dashboard')
    expect(status).toBe(200)
    expect(body).toEqual({
      parent_users: 0,
      unpaid: 0,
      edited_since_billed: 0,
      cancel_requests: [],
      cancel_request_count: 0,
      waiting_drop_ins: [],
      waiting_drop_in_count: 0,
      today: null,
      recent_submissions: [],
      failing_jobs: [],
      overdue_backup: null,
      onboarding: { is_named: false, is_described: false, is_priced: false, month_id: null },
    })
  })

  it('shows the onboarding steps until the first month is published, and never again', async () => {
    const stepsOf = async () => (await admin.get('/api/admin/dashboard')).body.onboarding
    const ok = { status: 200 }
    const about = {
      _title: 'Sunny Days Aftercare',
      _description: 'After school until five.',
      _program_hours: '3:30 PM - 5:30 PM',
      _pricing: '$20 a day',
      _contact: 'office@example.com',
    }
    expect(await admin.post('/api/rpc/update_about_aftercare', about)).toMatchObject(ok)
    expect(await stepsOf()).toEqual({ is_named: false, is_described: true, is_priced: false, month_id: null })
    const prices = { regular_price: '20', special_price: '30' }
    expect(await saveWithVersion(admin, '/api/admin/pricing', prices)).toMatchObject(ok)
    expect(await stepsOf()).toEqual({ is_named: false, is_described: true, is_priced: true, month_id: null })
    const { body: month } = await admin.post('/api/admin/months', { month_name: 'May', year: 2027 })
    expect(await stepsOf()).toEqual({
      is_named: false,
      is_described: true,
      is_priced: true,
      month_id: month.id,
    })
    // A drop-in can be entered before anything is offered.
    const dropIn = await builders.aDropIn('2026-11-16')
    expect(await stepsOf()).not.toBeNull()

    const save = async (is_active: boolean) => {
      const { id, version, day_types, closed_days } = (await admin.get('/api/admin/months')).body.rows[0]
      const path = `/api/admin/months/${id}`
      expect(await admin.patch(path, { version, day_types, closed_days, is_active })).toMatchObject(ok)
    }
    await save(true)
    expect(await stepsOf()).toBeNull()
    await save(false)
    expect(await stepsOf()).toBeNull()
    expect(await admin.delete(`/api/admin/months/${month.id}`)).toMatchObject(ok)
    expect(await admin.delete(`/api/admin/drop-ins/${dropIn.id}`)).toMatchObject(ok)
    expect(await stepsOf()).toBeNull()
  })

  it('counts parents but not admins or guests, and every unpaid submission', async () => {
    const { aParent, aChild, aMonth, aRegistration, aGuestRegistration, aDropIn, aPayment } = builders
    const parent = await aParent({ full_name: 'Dana Okafor' })
    await aParent({ status: 'suspended' })
    const month = await aMonth()
    const at = (minute: number) => ({ submitted_at: `2026-11-10T10:0${minute}:00Z` })
    const paid = await aRegistration(await aChild(parent, { name: 'Amara' }), month, at(0))
    const partial = await aRegistration(await aChild(parent, { name: 'Ben' }), month, at(1))
    await aRegistration(await aChild(parent, { name: 'Cleo' }), month, { ...at(2), billed_status: 'billed' })
    await aGuestRegistration(month, at(3))
    await aDropIn('2026-11-16', at(4))
    await aRegistration(await aChild(parent, { name: 'Free' }), month, { ...at(5), total_fee_cents: 0 })
    await aPayment(parent, staff, { submission_id: paid.id, amount_cents: 6000 })
    await aPayment(parent, staff, { submission_id: partial.id, amount_cents: 1000 })
    await aPayment(parent, staff, { amount_cents: 99_900 })

    const { body } = await admin.get('/api/admin/dashboard')
    expect(body.parent_users).toBe(2)
    expect(body.unpaid).toBe(4)
    expect(
      body.recent_submissions.map((row: { child_name: string; status: string }) => [
        row.child_name,
        row.status,
      ]),
    ).toEqual([
      ['Free', 'paid'],
      ['Otis Whitfield', 'submitted'],
      ['Otis Whitfield', 'submitted'],
      ['Cleo', 'billed'],
      ['Ben', 'partial'],
    ])
    expect(body.recent_submissions[1]).toMatchObject({
      parent_name: 'Grace Whitfield',
      month: null,
      dropin_date: '2026-11-16',
      total_fee: 25,
    })
    expect(body.recent_submissions[4]).toMatchObject({
      parent_name: 'Dana Okafor',
      month: { month_name: 'December', year: 2026 },
      dropin_date: null,
      total_fee: 60,
    })
  })

  it('counts the children of today as the board does, each once', async () => {
    const day = app.services.clock.today()
    const todayOf = async () => (await admin.get('/api/admin/dashboard')).body.today
    const before = await todayOf()
    const month = await builders.aMonth({ month_name: 'November' })
    const parent = await builders.aParent()
    const book = async (name: string) => {
      const child = await builders.aChild(parent, { name })
      return {
        child,
        ...(await builders.aRegistration(child, month, { selected_days: [Number(day.slice(8))] })),
      }
    }
    const [here, gone, absent, came] = [
      await book('Here'),
      await book('Gone'),
      await book('Absent'),
      await book('Came'),
    ]
    await book('Expected')
    // The same child once more, and its mark is on the other submission.
    await builders.aDropIn(day, { parent_id: parent.id, child_id: here.child.id })
    const at = app.services.clock.now().toISOString()
    const mark = (submission_id: string, change: string, version = 0) =>
      admin.post('/api/admin/board/marks', {
        submission_id,
        day,
        at,
        change,
        version,
        picked_up_by: 'Ana',
        release_anyway: true,
      })
    for (const { id } of [here, gone]) await mark(id, 'arrived')
    await mark(gone.id, 'picked_up', 1)
    for (const { id } of [absent, came]) await mark(id, 'not_coming')
    await mark(came.id, 'arrived', 1)
    const expected = (before?.expected ?? 0) + 1
    expect(await todayOf()).toEqual({ expected, here: 2, not_coming: 1 })
    const { cards } = (await admin.get('/api/admin/board')).body
    const { gone: left, ...states } = countStates(cards)
    expect([await todayOf(), left]).toEqual([states, 1])
    const n = Number(day.slice(8))
    const typed = (values: ReturnType<typeof sql>) =>
      execute(app.services.db, sql`update months set ${values} where id = ${month.id}`)
    await typed(sql`day_types = ${{ [n]: 'unavailable' }}::jsonb`)
    expect(await todayOf()).toBeNull()
    // A cancelled day remembers the type it had.
    await typed(sql`cancelled_days = array[${n}::int], cancelled_day_types = ${{ [n]: 'regular' }}::jsonb`)
    expect(await todayOf()).toBeNull()
  })

  it('shows the waiting drop-ins of the next days before those whose day is over, and how many wait', async () => {
    const approval = { fee: 25, decided_at: null, message: null }
    const wait = (day: string) => builders.aDropIn(day, { status: 'waiting', approval, total_fee_cents: 0 })
    const today = app.services.clock.today()
    expect(today).toBe('2026-11-16')
    const over = Array.from({ length: 11 }, (_, index) => `2026-11-${String(index + 1).padStart(2, '0')}`)
    for (const day of [...over, '2026-11-17', today]) await wait(day)
    const { body } = await admin.get('/api/admin/dashboard')
    expect(body.waiting_drop_ins.map((row: { dropin_date: string }) => row.dropin_date)).toEqual([
      today,
      '2026-11-17',
      ...over.toReversed().slice(0, 8),
    ])
    expect(body.waiting_drop_in_count).toBe(13)
  })

  it('shows the oldest requests to cancel and how many there are, all of which the list filters', async () => {
    const month = await builders.aMonth({ month_name: 'January', year: 2027 })
    const request = (minute: number, answered_at: string | null = null) =>
      builders.aGuestRegistration(month, {
        guest_child_name: `Child ${minute}`,
        cancel_request: {
          text: 'We move',
          asked_at: `2026-11-16T08:${minute}:00Z`,
          answer: answered_at && 'No',
          answered_at,
        },
      })
    for (let minute = 22; minute >= 10; minute -= 1) await request(minute)
    await request(50, '2026-11-16T09:00:00Z')
    const { body } = await admin.get('/api/admin/dashboard')
    const names = body.cancel_requests.map((row: { child_name: string }) => row.child_name)
    expect(names).toEqual(Array.from({ length: 10 }, (_, index) => `Child ${index + 10}`))
    expect(body.cancel_request_count).toBe(13)
    const filtered = (await admin.get('/api/admin/submissions?request=asked_to_cancel')).body
    expect([filtered.total, filtered.rows.length]).toEqual([13, 13])
    expect(filtered.rows).not.toContainEqual(expect.objectContaining({ is_cancel_requested: false }))
  })

  it('is forbidden to parents and visitors', async () => {
    const parent = await app.as(await builders.aParent())
    expect((await parent.get('/api/admin/dashboard')).status).toBe(403)
    expect((await app.visitor.get('/api/admin/dashboard')).status).toBe(401)
  })
})
