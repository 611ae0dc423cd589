import { describe, expect, it } from 'vitest'
import { browserOf } from '../../testing/auth'
import { PASSWORD, startWithFamilies } from '../../testing/shared-family'
import { execute, sql } from '../db/sql'

const { app, staff, aSharedFamily } = await startWithFamilies()

describe('staff', () => {
  it('see every adult, and whose family a member is', async () => {
    const { dana, kemi } = await aSharedFamily()
    const { body } = await staff.get(`/api/admin/parents?search=${kemi.email}`)
    expect(body.rows).toMatchObject([
      { id: kemi.id, family_of: { id: dana.id, name: 'Dana Okafor' }, outstanding: 0, submissions: 0 },
    ])
    const detail = (await staff.get(`/api/admin/parents/${kemi.id}`)).body
    expect(detail).toMatchObject({ family_of: { id: dana.id }, adults: [], totals: { balance: 0 } })
    expect((await staff.get(`/api/admin/parents/${dana.id}`)).body).toMatchObject({
      family_of: null,
      adults: [{ id: kemi.id, name: 'Kemi Okafor', email: kemi.email, phone: '555-0202' }],
    })
  })

  it('record payments for the first adult only', async () => {
    const { kemi } = await aSharedFamily()
    const payment = { parent_id: kemi.id, amount: '20', payment_date: '2026-11-16' }
    const { status, body } = await staff.post('/api/admin/payments', payment)
    expect([status, body.error.message]).toEqual([
      409,
      'Payments are recorded for Dana Okafor, the first adult of this family.',
    ])
  })

  it('have the phone numbers of all adults on the board, the report, its file and the late list', async () => {
    const { register, second } = await aSharedFamily()
    const { id } = (await register(second, [15])).body.rows[0]
    const adults = [
      { name: 'Dana Okafor', phone: '555-0101' },
      { name: 'Kemi Okafor', phone: '555-0202' },
    ]
    const date = '2026-12-15'
    const [card] = (await staff.get(`/api/admin/board?date=${date}`)).body.cards
    expect(card).toMatchObject({ submission_id: id, phone: '555-0101', adults })
    const [row] = (await staff.get(`/api/admin/attendance?date=${date}`)).body.rows
    expect(row).toMatchObject({ phone: '555-0101, 555-0202', adults })
    expect((await staff.get(`/api/admin/attendance/export?date=${date}`)).body).toContain(
      '"555-0101, 555-0202"',
    )
    await execute(
      app.services.db,
      sql`insert into attendance_marks (submission_id, day, arrived_at, left_at, picked_up_by, late_minutes, pickup_time, version, updated_at)
        values (${id}, ${date}, '2026-12-15T20:00:00Z', '2026-12-15T23:00:00Z', 'Kemi', 30, '17:30', 1, now())`,
    )
    const late = (await staff.get('/api/admin/board/late')).body.rows
    expect(late.find((each: { submission_id: string }) => each.submission_id === id)).toMatchObject({
      adults,
    })
  })

  it('read in the activity log which adult acted', async () => {
    const { kemi, register, second } = await aSharedFamily()
    await register(second, [16])
    const { body } = await staff.get(`/api/admin/activity?person=${kemi.email}`)
    expect(JSON.stringify(body)).toContain('Kemi Okafor registered Amara')
  })
})

describe('suspending', () => {
  const suspend = async (id: string, status = 'suspended') => {
    const { version } = (await staff.get(`/api/admin/parents/${id}`)).body
    expect((await staff.patch(`/api/admin/parents/${id}`, { status, version })).status).toBe(200)
  }

  it('the first adult closes the family for all', async () => {
    const { dana, kemi, second } = await aSharedFamily()
    await suspend(dana.id)
    expect((await second.get('/api/children')).status).toBe(401)
    const refused = await browserOf(app).signIn(kemi.email, PASSWORD)
    expect([refused.status, refused.body.error.message]).toEqual([
      403,
      'This account is suspended. Please contact the aftercare office.',
    ])
    await suspend(dana.id, 'active')
    // Sessions from before stay ended.
    expect((await second.get('/api/children')).status).toBe(401)
    expect((await browserOf(app).signIn(kemi.email, PASSWORD)).status).toBe(200)
  })

  it('the first adult is refused while another adult is an admin', async () => {
    const { dana, kemi } = await aSharedFamily()
    const granted = await staff.post('/api/admin/admins', { full_name: 'Kemi Okafor', email: kemi.email })
    expect(granted.status).toBe(200)
    const member = await app.as(kemi)
    const { version } = (await staff.get(`/api/admin/parents/${dana.id}`)).body
    for (const client of [staff, member]) {
      const { status, body } = await client.patch(`/api/admin/parents/${dana.id}`, {
        status: 'suspended',
        version,
      })
      expect([status, body.error.message]).toEqual([
        409,
        'This would also suspend Kemi Okafor, an adult of this family and an admin. Remove the admin first.',
      ])
    }
    expect((await member.get('/api/admin/parents')).status).toBe(200)
    expect((await staff.delete(`/api/admin/admins/${kemi.id}`)).status).toBe(200)
    await suspend(dana.id)
  })

  it('a member closes their account alone', async () => {
    const { kemi, first, second } = await aSharedFamily()
    await suspend(kemi.id)
    expect((await second.get('/api/children')).status).toBe(401)
    expect((await first.get('/api/children')).status).toBe(200)
    expect((await browserOf(app).signIn(kemi.email, PASSWORD)).status).toBe(403)
  })
})
