import { describe, expect, it } from 'vitest'
import { fileOf, startPaymentImports, statesOf, TWO } from '../../testing/payment-imports'
import { rows, sql } from '../db/sql'

const { db, admin, ana, dana, staff, upload, decide, run, payments } = await startPaymentImports()

describe('undoing', () => {
  it('reverses each payment that is not yet reversed, once', async () => {
    const { body } = await upload(TWO)
    const done = await run((await decide(body.id, { line: 3, family_id: dana.id })).body)
    const [first] = await payments()
    await staff.post(`/api/admin/payments/${first?.id}/reverse`, { reason: 'Typed twice' })
    const undone = await staff.post(`/api/admin/payment-imports/${done.body.id}/undo`)
    expect([undone.status, undone.body.undone_by_name]).toEqual([200, 'Rosa Medina'])
    const all = await payments()
    expect(all).toHaveLength(4)
    expect(all.filter(({ notes }) => notes === 'Import undone')).toMatchObject([
      { amount_cents: -2550, parent_id: dana.id, payment_date: '2026-11-16', import_id: null },
    ])
    const again = await staff.post(`/api/admin/payment-imports/${done.body.id}/undo`)
    expect([again.status, again.body.error.code]).toEqual([409, 'import-undone'])
    expect(await payments()).toHaveLength(4)
    expect((await staff.get('/api/admin/payment-imports')).body.rows[0].undone_at).not.toBeNull()
    expect(statesOf((await upload(TWO)).body)).toEqual(['ready', 'choose'])
    const log = await rows<{ action: string }>(db, sql`select action from audit_log order by id desc limit 2`)
    expect(log.map(({ action }) => action).sort()).toEqual(['payment-import.undo', 'payment.reverse'])
  })

  it('forgets the payers of the import, and of no other', async () => {
    const joe = (n: number) => fileOf(`2026-11-0${n},60.00,Grandpa Joe,,TX-${n},,`)
    const foundBy = async (n: number) => (await upload(joe(n))).body.rows[0].found_by
    const importFor = async (n: number, family?: { id: string }) => {
      const { body } = await upload(joe(n))
      const review = family ? (await decide(body.id, { line: 2, family_id: family.id })).body : body
      return (await run(review)).body.id
    }
    const undo = (id: string) => staff.post(`/api/admin/payment-imports/${id}/undo`)
    const first = await importFor(1, ana)
    const second = await importFor(2)
    expect((await undo(second)).status).toBe(200)
    expect(await foundBy(3)).toBe('remembered')
    const other = await importFor(4, dana)
    expect((await undo(first)).status).toBe(200)
    expect(await foundBy(5)).toBe('remembered')
    expect((await undo(other)).status).toBe(200)
    expect(await foundBy(6)).toBeNull()
  })

  it('does not find an import that does not exist', async () => {
    expect((await staff.post(`/api/admin/payment-imports/${admin.id}/undo`)).status).toBe(404)
  })
})
