import { describe, expect, it } from 'vitest'
import { linkMailedTo, mailsTo, tokensOf } from '../../testing/auth'
import { DANA, fileOf, startFamilyImports, statesOf } from '../../testing/family-imports'
import { holdLock, untilWaiting } from '../../testing/race-helpers'
import { countRows, storedRows } from '../../testing/rows'
import type { TestApp } from '../../testing/test-app'
import { rows, sql } from '../db/sql'

const { app, db, make, staff, reviewed, importIt, withInvitations, childNames, lastImport } =
  await startFamilyImports()

const LINH = 'Linh Nguyen,linh@example.com,,Ida,,,'
const KOFI = 'Dana Okafor,dana@example.com,,Kofi,,,'

async function imported(...lines: string[]): Promise<string> {
  expect((await importIt(await withInvitations(await reviewed(fileOf(...lines))))).status).toBe(200)
  return lastImport()
}
const undo = (id: string, client = staff) => client.post(`/api/admin/family-imports/${id}/undo`)
const idOf = async (email: string) =>
  (await storedRows(db, 'accounts', sql`where email = ${email}`))[0]?.id as string
const emails = async () =>
  (await storedRows(db, 'accounts', sql`where disabled_at is null order by email`)).map(({ email }) => email)

async function choosePassword(email: string) {
  const link = await linkMailedTo(app, email, 'account-invitation')
  return app.visitor.post('/api/auth/recovery/password', { ...tokensOf(link), password: 'late afternoon' })
}

describe('undoing an import of families', () => {
  it('removes its families with all that belongs to them, once, and they can be imported again', async () => {
    const id = await imported(DANA, KOFI, LINH)
    const listed = (await staff.get('/api/admin/family-imports')).body
    expect(listed).toMatchObject({
      total: 1,
      rows: [{ id, file_name: 'families.csv', families: 2, children: 3, undone_at: null, stayed: 0 }],
    })
    expect((await staff.get(`/api/admin/family-imports/${id}`)).body).toMatchObject({
      removable: { families: 2, children: 3 },
      staying: [],
    })
    const ids = [await idOf('dana@example.com'), await idOf('linh@example.com')]
    const done = await undo(id)
    expect([done.status, done.body.stayed, done.body.staying]).toEqual([200, 0, []])
    expect(done.body.undone_at).not.toBeNull()
    expect([await emails(), await childNames()]).toEqual([['rosa@example.com'], []])
    for (const table of ['profiles', 'user_roles', 'tokens'] as const)
      expect(JSON.stringify(await storedRows(db, table))).not.toContain(ids[0])
    expect(await mailsTo(app, 'dana@example.com')).toEqual([])
    expect(await rows(db, sql`select from erasures where account = any(${ids}::uuid[])`)).toHaveLength(2)
    const log = await storedRows(db, 'audit_log', sql`where action = 'family-import.undo'`)
    expect(log.map(({ detail }) => detail)).toEqual([{ families: 2, children: 3, stayed: 0 }])
    const again = await undo(id)
    expect([again.status, again.body.error.code]).toEqual([409, 'import-undone'])
    expect(statesOf(await reviewed(fileOf(DANA)))).toEqual(['new-family'])
    await imported(DANA)
    expect(await childNames()).toEqual(['Amara'])
  })

  it.each([
    ['signed in', () => choosePassword('dana@example.com')],
    [
      'was edited',
      async (id: string) => {
        const { body } = await staff.get(`/api/admin/parents/${id}`)
        const { full_name, email, version } = body
        return staff.patch(`/api/admin/parents/${id}`, { full_name, email, status: 'inactive', version })
      },
    ],
    [
      'has a payment',
      (id: string) =>
        staff.post('/api/admin/payments', { parent_id: id, amount: '20.00', payment_date: '2026-11-16' }),
    ],
    [
      'has a registration or drop-in',
      async (id: string) => {
        const [child] = await storedRows(db, 'children', sql`where parent_id = ${id}`)
        await make.aDropIn('2026-11-17', { parent_id: id, child_id: child?.id as string })
        return { status: 200 }
      },
    ],
  ] as const)('leaves a family that %s, and names it', async (reason, happens) => {
    const id = await imported(DANA, LINH)
    const dana = await idOf('dana@example.com')
    expect((await happens(dana)).status).toBeLessThan(300)
    const staying = [{ id: dana, name: 'Dana Okafor', reason }]
    expect((await staff.get(`/api/admin/family-imports/${id}`)).body).toMatchObject({
      removable: { families: 1, children: 1 },
      staying,
    })
    expect((await undo(id)).body).toMatchObject({ stayed: 1, staying })
    expect(await emails()).toEqual(['dana@example.com', 'rosa@example.com'])
    expect(await childNames()).toEqual(['Amara'])
  })

  it('leaves a family to which staff added a child, as one that was edited', async () => {
    const id = await imported(DANA)
    const values = {
      name: 'Kofi',
      allergies: '',
      notes: '',
      grade: '',
      pickup_people: [],
      must_not_pick_up: [],
    }
    const added = await staff.post('/api/admin/children', {
      parent_id: await idOf('dana@example.com'),
      ...values,
    })
    expect(added.status).toBe(200)
    expect((await undo(id)).body.staying).toMatchObject([{ name: 'Dana Okafor', reason: 'was edited' }])
    expect((await childNames()).sort()).toEqual(['Amara', 'Kofi'])
  })

  it('leaves a family invited once more, or at whose address somebody tried to sign up, not', async () => {
    app.setNow('2026-11-16T09:00:00-05:00')
    const id = await imported(DANA)
    app.setNow('2026-11-16T09:05:00-05:00')
    await staff.post(`/api/admin/parents/${await idOf('dana@example.com')}/invitation`)
    const stranger = { email: 'dana@example.com', password: 'late afternoon', full_name: 'Somebody' }
    await app.visitor.post('/api/auth/sign-up', stranger)
    await app.visitor.post('/api/auth/forgot-password', { email: 'dana@example.com' })
    expect((await undo(id)).body.staying).toEqual([])
    expect(await emails()).toEqual(['rosa@example.com'])
    expect(await mailsTo(app, 'dana@example.com')).toEqual([])
  })

  it('takes back the children it added to a family that was there, which stays', async () => {
    const dana = await make.aParent({ email: 'dana@example.com', full_name: 'Dana' })
    await make.aChild(dana, { name: 'Zoë' })
    const id = await imported(DANA)
    expect((await staff.get(`/api/admin/family-imports/${id}`)).body.removable).toEqual({
      families: 0,
      children: 1,
    })
    expect((await undo(id)).body.staying).toEqual([])
    expect(await childNames()).toEqual(['Zoë'])
    expect(await emails()).toEqual(['dana@example.com', 'rosa@example.com'])
    const log = await storedRows(db, 'audit_log', sql`where action = 'parent.undo-import'`)
    expect(log).toMatchObject([{ row_id: dana.id, detail: { children: 1 } }])
  })

  it('keeps a family with children of a later import, until that one is undone', async () => {
    const first = await imported(DANA)
    const second = await imported(KOFI)
    expect((await staff.get(`/api/admin/family-imports/${first}`)).body.staying).toMatchObject([
      { name: 'Dana Okafor', reason: 'got children by another import' },
    ])
    expect((await undo(second)).body.staying).toEqual([])
    expect(await childNames()).toEqual(['Amara'])
    expect((await undo(first)).body.staying).toEqual([])
    expect(await emails()).toEqual(['rosa@example.com'])
  })

  it('leaves the mails about what a guest with the same address sent, before the import or after it', async () => {
    const ask = () =>
      app.visitor.post('/api/drop-ins', {
        guest_parent_name: 'Dana',
        guest_parent_email: 'dana@example.com',
        guest_child_name: 'Zoë',
        dropin_date: '2026-11-17',
        agreed: true,
      })
    const requireConfirmation = async (required: boolean) => {
      const { version } = (await staff.get('/api/admin/guest-confirmation')).body
      expect((await staff.put('/api/admin/guest-confirmation', { required, version })).status).toBe(200)
    }
    await make.aMonth({ month_name: 'November' })
    await requireConfirmation(false)
    expect((await ask()).status).toBe(200)
    const before = await mailsTo(app, 'dana@example.com')
    expect(before).toHaveLength(1)
    const id = await imported(DANA)
    await requireConfirmation(true)
    expect((await ask()).status).toBe(200)
    const [confirmation, invitation] = await mailsTo(app, 'dana@example.com')
    expect([confirmation?.template, invitation?.template].sort()).toEqual([
      'account-invitation',
      'guest-confirmation',
    ])
    const dana = await idOf('dana@example.com')
    expect((await undo(id)).body.staying).toEqual([])
    const left = (await mailsTo(app, 'dana@example.com')).map(({ template }) => template)
    expect(left.sort()).toEqual([before[0]?.template, 'guest-confirmation'].sort())
    expect(await countRows(db, 'outbox', sql`where account_id = ${dana}`)).toBe(0)
  })

  it('takes back 5,000 families', async () => {
    const lines = Array.from({ length: 5_000 }, (_, n) => `Parent ${n},parent${n}@example.com,,Child ${n},,,`)
    expect((await importIt(await reviewed(fileOf(...lines)))).status).toBe(200)
    const id = await lastImport()
    const removable = { families: 5_000, children: 5_000 }
    expect((await staff.get(`/api/admin/family-imports/${id}`)).body).toMatchObject({
      removable,
      staying: [],
    })
    expect((await undo(id)).body).toMatchObject({ stayed: 0, staying: [] })
    expect(await childNames()).toEqual([])
  })

  it('is for admins only, and finds no import that does not exist', async () => {
    const id = await imported(DANA)
    expect((await undo(id, await app.as(await make.aParent({ email: 'p@example.com' })))).status).toBe(403)
    expect((await undo('00000000-0000-4000-8000-000000000000')).status).toBe(404)
    expect(await childNames()).toEqual(['Amara'])
  })

  /** Both wait for the account, the password first. */
  async function passwordMeanwhile(server: TestApp) {
    const id = await imported(DANA)
    const client = await server.as(await make.anAdmin())
    const lock = await holdLock(app, "select from accounts where email = 'dana@example.com' for update", [])
    const chosen = choosePassword('dana@example.com')
    await untilWaiting(app, 1)
    const undone = undo(id, client)
    await untilWaiting(app, 2)
    await lock.release()
    expect((await chosen).status).toBe(200)
    return (await undone).body.staying?.map(({ reason }: { reason: string }) => reason)
  }

  it('leaves a family that chooses a password at the same moment', async () => {
    expect(await passwordMeanwhile(app)).toEqual(['signed in'])
  })

  it('is done once by two colleagues at the same moment', async () => {
    const id = await imported(DANA, LINH)
    const colleague = await app.as(await make.anAdmin())
    const statuses = (await Promise.all([undo(id), undo(id, colleague)])).map(({ status }) => status)
    expect(statuses.sort()).toEqual([200, 409])
    expect(await childNames()).toEqual([])
  })

  it('removes 1,000 families', async () => {
    const lines = Array.from(
      { length: 1_000 },
      (_, n) => `P ${n},p${n}@example.com,,Ida,,,\nP,p${n}@example.com,,Bo,,,`,
    )
    const id = await imported(...lines)
    const { status, body } = await undo(id)
    expect([status, body.removable]).toEqual([200, { families: 0, children: 0 }])
    expect(await emails()).toEqual(['rosa@example.com'])
    expect(await countRows(db, 'outbox', sql`where template = 'account-invitation'`)).toBe(0)
  })
})
