import { describe, expect, it } from 'vitest'
import { deleteAccount } from '../../testing/delete-account'
import { tokenMailedTo } from '../../testing/family'
import { startFamilyImports } from '../../testing/family-imports'
import { countRows, storedRows } from '../../testing/rows'
import { sql } from '../db/sql'

const { app, db, make, staff, reviewed, importIt, withInvitations, lastImport } = await startFamilyImports()

const fileOf = (...lines: string[]) =>
  ['Guardian 1 Name,Guardian 1 Email,Guardian 2 Name,Guardian 2 Email,Guardian 2 Phone,Child', ...lines].join(
    '\n',
  )
const DANA = 'Dana Okafor,dana@example.com,Sam Okafor,sam@example.com,(555) 010-0102,Amara'

const idOf = async (email: string) =>
  (await storedRows(db, 'profiles', sql`where email = ${email}`))[0]?.id as string
const secondAdultsOf = async (email: string) =>
  (await staff.get(`/api/admin/parents/${await idOf(email)}`)).body.second_adults
const invited = () => countRows(db, 'outbox', sql`where template = 'family-invitation'`)
const send = async (path: string) => (await staff.post(path)).status

describe('second adults of an imported list', () => {
  it('are invited with the first one, join by the link, and keep the phone number of the list', async () => {
    const review = await withInvitations(await reviewed(fileOf(DANA)))
    expect(review).toMatchObject({ totals: { second_adults: 1 }, unassigned: [] })
    expect((await importIt(review)).body.invitations).toBe(2)
    const dana = await idOf('dana@example.com')
    expect(await countRows(db, 'family_members')).toBe(0)
    expect(await secondAdultsOf('dana@example.com')).toMatchObject([
      { full_name: 'Sam Okafor', email: 'sam@example.com', phone: '(555) 010-0102' },
    ])
    expect((await secondAdultsOf('dana@example.com'))[0].invited_at).not.toBeNull()
    const token = await tokenMailedTo(app, 'sam@example.com')
    const joined = await app.visitor.post('/api/join/sign-up', {
      token,
      full_name: 'Samuel Okafor',
      password: 'late afternoon',
    })
    expect(joined.status).toBe(200)
    expect(await storedRows(db, 'family_members')).toMatchObject([{ parent_id: dana }])
    expect(await storedRows(db, 'profiles', sql`where email = 'sam@example.com'`)).toMatchObject([
      { full_name: 'Samuel Okafor', phone: '(555) 010-0102' },
    ])
    expect(await secondAdultsOf('dana@example.com')).toEqual([])
  })

  it('wait with the first one, and are invited with them once', async () => {
    await importIt(await reviewed(fileOf(DANA)))
    expect([await invited(), (await secondAdultsOf('dana@example.com'))[0].invited_at]).toEqual([0, null])
    expect(await send('/api/admin/family-imports/invitations')).toBe(200)
    expect(await invited()).toBe(1)
    app.setNow('2026-11-16T09:05:00-05:00')
    expect(await send(`/api/admin/parents/${await idOf('dana@example.com')}/invitation`)).toBe(200)
    expect(await invited()).toBe(1)
  })

  it('are invited from the page of the first one, too', async () => {
    await importIt(await reviewed(fileOf(DANA)))
    expect(await send(`/api/admin/parents/${await idOf('dana@example.com')}/invitation`)).toBe(200)
    expect(await invited()).toBe(1)
  })

  it('whom staff invited by themselves are shown as invited, and not mailed once more after that was cancelled', async () => {
    await importIt(await reviewed(fileOf(DANA)))
    const page = `/api/admin/parents/${await idOf('dana@example.com')}`
    const { body } = await staff.post(`${page}/family-invitations`, { email: 'sam@example.com' })
    expect(await secondAdultsOf('dana@example.com')).toMatchObject([
      { email: 'sam@example.com', invited_at: body.rows[0].sent_at },
    ])
    expect((await staff.delete(`${page}/family-invitations/${body.rows[0].id}`)).status).toBe(200)
    expect(await send(`${page}/invitation`)).toBe(200)
    expect(await countRows(db, 'family_invitations')).toBe(1)
  })

  it('are not invited beyond four adults: whoever was invited meanwhile counts', async () => {
    await importIt(
      await reviewed(fileOf(DANA, 'Dana Okafor,dana@example.com,Tola Okafor,tola@example.com,,Zuri')),
    )
    const page = `/api/admin/parents/${await idOf('dana@example.com')}`
    for (const email of ['ana@example.com', 'bea@example.com'])
      expect((await staff.post(`${page}/family-invitations`, { email })).status).toBe(200)
    expect(await send(`${page}/invitation`)).toBe(200)
    const emails = (await storedRows(db, 'family_invitations', sql`order by email`)).map(({ email }) => email)
    expect(emails).toEqual(['ana@example.com', 'bea@example.com', 'sam@example.com'])
    expect(await secondAdultsOf('dana@example.com')).toMatchObject([
      { email: 'sam@example.com', invited_at: expect.any(String) },
      { email: 'tola@example.com', invited_at: null },
    ])
  })

  it('go with an undone import, and their link opens nothing', async () => {
    await importIt(await withInvitations(await reviewed(fileOf(DANA))))
    const id = await lastImport()
    const token = await tokenMailedTo(app, 'sam@example.com')
    expect((await staff.post(`/api/admin/family-imports/${id}/undo`)).body.staying).toEqual([])
    expect([await invited(), await countRows(db, 'family_invitations')]).toEqual([0, 0])
    expect((await app.visitor.post('/api/join/preview', { token })).status).toBe(404)
  })

  it('are in what was something else once one joined', async () => {
    await importIt(await withInvitations(await reviewed(fileOf(DANA))))
    const id = await lastImport()
    const token = await tokenMailedTo(app, 'sam@example.com')
    await app.visitor.post('/api/join/sign-up', { token, full_name: 'Sam', password: 'late afternoon' })
    const { body } = await staff.post(`/api/admin/family-imports/${id}/undo`)
    expect(body.staying).toHaveLength(1)
  })

  it('who are invited elsewhere are named, and one with a family is not invited', async () => {
    await importIt(await reviewed(fileOf(DANA)))
    const linh = await make.aParent({ email: 'linh@example.com' })
    await make.aChild(linh)
    const { rows } = await reviewed(
      fileOf(
        'Ana,ana@example.com,Sam,sam@example.com,,Ida',
        'Bea,bea@example.com,Linh,linh@example.com,,Bo',
        'Cleo,cleo@example.com,Rosa,rosa@example.com,,Kai',
        'Sam,sam@example.com,,,,Kofi',
      ),
    )
    const other = 'There is another family with that address, so the second adult is not invited'
    expect(rows.map(({ reason }: { reason: string | null }) => reason)).toEqual([
      other,
      other,
      "It is an admin's address, so the second adult is not invited",
      'This address is invited into another family',
    ])
  })

  it('are erased with the family, and with an account at their address', async () => {
    await importIt(await reviewed(fileOf(DANA)))
    const sam = await make.aParent({ email: 'sam@example.com' })
    expect((await deleteAccount(app, sam)).status).toBe(200)
    expect(await secondAdultsOf('dana@example.com')).toEqual([])
  })
})
