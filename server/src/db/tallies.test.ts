import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildersFor } from '../testing/builders'
import { emptyTables } from '../testing/databases'
import { startTestApp, type TestApp, type TestClient } from '../testing/test-app'
import { affected, firstRow, rows, sql } from './sql'
import { mendTallies, tallied } from './tallies'

let app: TestApp
let build: ReturnType<typeof buildersFor>
let admin: { id: string }
let dana: { id: string }
let staff: TestClient

beforeAll(async () => {
  app = await startTestApp()
  build = buildersFor(app.services.db)
  admin = await build.anAdmin()
  dana = await build.aParent()
  staff = await app.as(admin)
})
afterAll(() => app.stop())

beforeEach(() => emptyTables(app.services.pool, 'payments, submissions, children, months'))

const counts = () =>
  firstRow<Record<string, number>>(
    app.services.db,
    sql`select ${tallied('submissions')} as all, ${tallied('submissions', { isDropIn: true })} as drop_ins,
      ${tallied('submissions', { status: 0 })} as submitted, ${tallied('submissions', { status: 1 })} as billed,
      ${tallied('submissions', { status: 2 })} as partial, ${tallied('submissions', { status: 3 })} as paid,
      ${tallied('parents')} as parents, ${tallied('guests')} as guests`,
  )

/** A registration billed, one partly paid, a guest's month and two drop-ins of one guest. */
async function aMixture() {
  const month = await build.aMonth()
  const billed = await build.aRegistration(await build.aChild(dana), month, { billed_status: 'billed' })
  const partial = await build.aRegistration(await build.aChild(dana), month)
  await build.aPayment(dana, admin, { submission_id: partial.id, amount_cents: 100 })
  await build.aGuestRegistration(month)
  const guest = { guest_parent_email: ' Joel@Guest.example ', guest_parent_name: 'Joel' }
  const first = await build.aDropIn('2026-11-17', guest)
  const second = await build.aDropIn('2026-11-18', { ...guest, guest_parent_email: 'joel@guest.example' })
  return { month, billed, partial, first, second }
}

describe('what is counted', () => {
  it('follows every kind of write', async () => {
    const { billed, partial, first, second } = await aMixture()
    expect(await counts()).toEqual({
      all: 5,
      drop_ins: 2,
      submitted: 3,
      billed: 1,
      partial: 1,
      paid: 0,
      parents: 1,
      guests: 2,
    })
    await build.aPayment(dana, admin, { submission_id: partial.id, amount_cents: 5900 })
    await staff.patch(`/api/admin/submissions/${billed.id}`, { billed_status: 'not_billed', version: 1 })
    await staff.delete(`/api/admin/drop-ins/${first.id}`)
    expect(await counts()).toMatchObject({ all: 4, submitted: 3, billed: 0, partial: 0, paid: 1, guests: 2 })
    await staff.delete(`/api/admin/drop-ins/${second.id}`)
    expect(await counts()).toMatchObject({ all: 3, drop_ins: 0, guests: 1 })
    expect(await mendTallies(app.services.db)).toBe(false)
  })

  it('is undone with its transaction', async () => {
    const failed = app.services.db.transaction(async (tx) => {
      await buildersFor(tx as never).aDropIn('2026-11-17')
      throw new Error('no')
    })
    await expect(failed).rejects.toThrow('no')
    expect(await counts()).toMatchObject({ all: 0, guests: 0 })
  })

  it('stays the same when its changes are folded together, by two at once too', async () => {
    await aMixture()
    const before = await counts()
    const fold = () => affected(app.services.db, sql`select fold_tallies()`)
    await Promise.all([fold(), fold()])
    expect(await counts()).toEqual(before)
    const kinds = await rows(app.services.db, sql`select distinct what, month_id, status from tallies`)
    expect(await rows(app.services.db, sql`select * from tallies`)).toHaveLength(kinds.length)
  })

  it('is counted anew where rows were loaded past the triggers', async () => {
    const { month } = await aMixture()
    const before = await counts()
    await app.services.db.transaction(async (tx) => {
      await affected(tx, sql`set local session_replication_role = replica`)
      await affected(
        tx,
        sql`insert into submissions (month_id, selected_days, total_fee, guest_parent_name, guest_parent_email,
            guest_child_name)
          select ${month.id}, '{1}', 20, 'Guest', 'g' || n || '@example.com', 'Child' from generate_series(1, 7) n`,
      )
    })
    expect(await counts()).toEqual(before)
    expect(await mendTallies(app.services.db)).toBe(true)
    expect(await counts()).toMatchObject({ all: 12, guests: 9 })
    expect(await mendTallies(app.services.db)).toBe(false)
  })

  it("adds up for one guest's requests at the same moment", async () => {
    const guest = { guest_parent_email: 'at@once.example', guest_parent_name: 'At Once' }
    await Promise.all(Array.from({ length: 6 }, () => build.aDropIn('2026-11-17', guest)))
    expect(
      await firstRow(app.services.db, sql`select submissions from guests where email = 'at@once.example'`),
    ).toEqual({ submissions: 6 })
    expect(await counts()).toMatchObject({ all: 6, guests: 1 })
  })
})
