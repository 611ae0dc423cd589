import { describe, expect, it } from 'vitest'
import { at, DAY, startBoard, utc } from '../../testing/board'
import { storedRows } from '../../testing/rows'
import { execute, sql } from '../db/sql'

const { app, make, admin, aBookedChild, sendMark, marks } = await startBoard()

describe('an arrival without a connection', () => {
  it('stands against a Not coming set meanwhile, and both are recorded', async () => {
    const { registration, parent } = await aBookedChild()
    const family = await app.as(parent)
    expect((await family.post(`/api/submissions/${registration.id}/not-coming`)).status).toBe(200)
    const arrival = { change: 'arrived', at: at('15:31') }
    const online = await sendMark(registration, arrival)
    expect([online.status, online.body.error.code]).toEqual([409, 'mark-conflict'])
    const key = { 'idempotency-key': 'tablet-1' }
    const { status, body } = await sendMark(registration, { ...arrival, offline: true }, key)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      arrived_at: utc('15:31'),
      not_coming_at: expect.stringMatching(/^2026-11-16T21:00/),
      not_coming_by: 'parent',
      version: 2,
    })
    // The first attempt of the same mark did not know yet that there was no connection.
    expect((await sendMark(registration, arrival, key)).body).toEqual(body)
    const undone = await sendMark(registration, { change: 'undo_arrived', version: 2 })
    expect(undone.body).toMatchObject({ arrived_at: null, not_coming_at: body.not_coming_at })
  })

  it('stands against nothing else, and no other change does', async () => {
    const { registration } = await aBookedChild()
    const { body: stored } = await sendMark(registration, { change: 'arrived', at: at('15:10') })
    for (const change of ['arrived', 'not_coming', 'undo_arrived']) {
      const late = await sendMark(registration, { change, at: at('15:31'), offline: true })
      expect([change, late.status, late.body.error.stored]).toEqual([change, 409, stored])
    }
  })
})

describe('a mark that is sent again', () => {
  it('gets the first response by its key, and is recognized without it once the key has expired', async () => {
    const { registration } = await aBookedChild()
    const key = { 'idempotency-key': 'mark-1' }
    const first = await sendMark(registration, { change: 'arrived', at: at('15:10') }, key)
    expect((await sendMark(registration, { change: 'arrived', at: at('15:10') }, key)).body).toEqual(
      first.body,
    )
    await execute(app.services.db, sql`delete from idempotency_keys`)
    const later = await sendMark(registration, { change: 'arrived', at: at('15:10') }, key)
    expect([later.status, later.body]).toEqual([200, first.body])
    expect(
      await storedRows(app.services.db, 'audit_log', sql`where row_id = ${registration.id}`),
    ).toHaveLength(1)
  })

  it('is accepted only from the account that made it, whoever is signed in by then', async () => {
    const { registration } = await aBookedChild()
    const other = await app.as(await make.anAdmin())
    const body = {
      submission_id: registration.id,
      day: DAY,
      at: at('15:10'),
      version: 0,
      change: 'arrived',
    }
    const rejected = await other.post('/api/admin/board/marks', { ...body, performed_by: admin.id })
    expect([rejected.status, rejected.body.error.code]).toEqual([401, 'signed-out'])
    expect(await marks()).toEqual([])
    expect((await sendMark(registration, { ...body, performed_by: admin.id })).status).toBe(200)
  })
})
