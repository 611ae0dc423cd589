import { beforeEach, describe, expect, it } from 'vitest'
import { buildersFor } from '../../testing/builders'
import { emptyTables } from '../../testing/databases'
import { joinInto } from '../../testing/family'
import { storedRows } from '../../testing/rows'
import { testApp } from '../../testing/test-app'

const app = await testApp()
const build = buildersFor(app.services.db)
const admin = await build.anAdmin()
const parent = await build.aParent()
const stranger = await build.aParent()
const [staff, family] = [await app.as(admin), await app.as(parent)]

const show = (is_shown: unknown) => staff.put('/api/admin/family-balances', { is_shown })
const balance = async (client = family) => (await client.get('/api/balance')).body.balance

beforeEach(async () => {
  await emptyTables(
    app.services.pool,
    'payments, submissions, children, months, audit_log, settings, family_members',
  )
  const child = await build.aChild(parent)
  const billed = { billed_status: 'billed' } as const
  const december = await build.aRegistration(child, await build.aMonth(), billed)
  await build.aDropIn('2026-11-17', { parent_id: parent.id, child_id: child.id })
  await build.aPayment(parent, admin, { amount_cents: 4000, submission_id: december.id })
  await build.aPayment(parent, admin, { amount_cents: 500 })
  await build.aRegistration(await build.aChild(stranger), await build.aMonth({ month_name: 'May' }), billed)
})

describe('what a family owes', () => {
  it('is in no response while it is not switched on', async () => {
    for (const path of ['/api/balance', '/api/dashboard', '/api/submissions']) {
      const { status, body } = await family.get(path)
      expect(status).toBe(200)
      const text = JSON.stringify(body)
      expect(text).not.toMatch(/"paid_amount":\d|"balance_due"/)
    }
    expect((await staff.get('/api/admin/family-balances')).body).toEqual({ is_shown: false })
  })

  it('is its own Balance Due, as staff see it', async () => {
    await show(true)
    expect(await balance()).toEqual({ balance_due: 15, general_payments: 5 })
    expect((await staff.get(`/api/admin/parents/${parent.id}`)).body.totals.balance).toBe(15)
    const dashboard = (await family.get('/api/dashboard')).body
    expect(dashboard.balance).toEqual({ balance_due: 15, general_payments: 5 })
    for (const { rows } of [dashboard.submissions, (await family.get('/api/submissions')).body]) {
      const paid = rows.map((row: { total_fee: number; paid_amount: number }) => [
        row.total_fee,
        row.paid_amount,
      ])
      expect(paid.sort()).toEqual([
        [25, 0],
        [60, 40],
      ])
    }
    expect(await balance(await app.as(stranger))).toEqual({ balance_due: 60, general_payments: 0 })
  })

  it('is shown to a member as to the first adult', async () => {
    await show(true)
    const member = await build.aParent()
    await joinInto(app, parent, member)
    expect(await balance(await app.as(member))).toEqual({ balance_due: 15, general_payments: 5 })
  })

  it('is gone once switched off, and each change is recorded once', async () => {
    await show(true)
    await show(true)
    await show(false)
    expect(await balance()).toBeNull()
    const entries = await storedRows(app.services.db, 'audit_log')
    expect(entries.filter(({ action }) => action === 'family-balances.save')).toHaveLength(2)
  })

  it('is switched once by requests at the same moment', async () => {
    const responses = await Promise.all(Array.from({ length: 8 }, () => show(true)))
    expect(responses.map(({ status }) => status)).toEqual(Array(8).fill(200))
    expect(await storedRows(app.services.db, 'audit_log')).toHaveLength(1)
  })

  it('is switched by staff only, with a yes or a no', async () => {
    expect((await family.put('/api/admin/family-balances', { is_shown: true })).status).toBe(403)
    expect((await app.visitor.get('/api/balance')).status).toBe(401)
    expect((await show('perhaps')).status).toBe(422)
  })
})
