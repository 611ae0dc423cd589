import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { mailsTo } from '../../testing/auth'
import { deleteAccount } from '../../testing/delete-account'
import { DANA, fileOf, startFamilyImports, statesOf } from '../../testing/family-imports'
import { countRows, storedRows } from '../../testing/rows'
import { execute, sql } from '../db/sql'

const { app, db, make, staff, upload, reviewed, importIt, withInvitations, childNames } =
  await startFamilyImports()

describe('a list of families', () => {
  it('is reviewed without writing anything, then creates accounts without a password and children', async () => {
    const review = await reviewed(fileOf(DANA, 'Dana Okafor,DANA@example.com ,,Kofi,,,'))
    expect(statesOf(review)).toEqual(['new-family', 'new-family'])
    expect(review).toMatchObject({
      file_name: 'families.csv',
      totals: {
        lines: { 'new-family': 2, 'new-child': 0, known: 0, 'left-out': 0 },
        new_families: 1,
        known_families: 0,
      },
    })
    expect(await childNames()).toEqual([])
    const { status, body } = await importIt(review)
    expect([status, body]).toEqual([200, { families: 1, children: 2, invitations: 0 }])
    const [account, ...more] = await storedRows(db, 'accounts', sql`where email = 'dana@example.com'`)
    expect(more).toEqual([])
    expect(account).toMatchObject({ password_hash: null, email_verified_at: null, invited_at: null })
    const id = account?.id ?? ''
    expect(await storedRows(db, 'profiles', sql`where id = ${id}`)).toMatchObject([
      { full_name: 'Dana Okafor', email: 'dana@example.com', phone: '555 0101', status: 'active' },
    ])
    expect(await storedRows(db, 'user_roles', sql`where user_id = ${id}`)).toMatchObject([{ role: 'parent' }])
    expect(await storedRows(db, 'children', sql`order by name`)).toMatchObject([
      {
        parent_id: id,
        name: 'Amara',
        allergies: 'Peanuts',
        notes: 'Naps',
        grade: 'Pre-K 4',
        pickup_people: [],
      },
      { parent_id: id, name: 'Kofi', allergies: null, notes: null, grade: null },
    ])
    expect(await storedRows(db, 'audit_log', sql`where row_id = ${id}`)).toMatchObject([
      { action: 'parent.import', actor_role: 'admin', detail: { children: 2, is_new: true } },
    ])
    expect(await mailsTo(app, 'dana@example.com')).toEqual([])
    expect((await staff.get(`/api/admin/parents/${id}`)).body.invitation).toEqual({ invited_at: null })
    expect((await staff.get('/api/admin/family-imports/review')).body.review).toBeNull()
  })

  it('adds nothing when it is imported again, and sends no second invitation', async () => {
    const csv = fileOf(DANA, 'Linh Nguyen,linh@example.com,,Amara,,,')
    expect((await importIt(await withInvitations(await reviewed(csv)))).body.invitations).toBe(2)
    const before = await childNames()
    const again = await reviewed(csv)
    expect(statesOf(again)).toEqual(['known', 'known'])
    expect((await importIt(await withInvitations(again))).body.error.code).toBe('import-empty')
    expect(await childNames()).toEqual(before)
    expect(await countRows(db, 'outbox', sql`where template = 'account-invitation'`)).toBe(2)
  })

  it('adds a child to a family known by its email, and changes no details of a child it has', async () => {
    const dana = await make.aParent({ email: 'dana@example.com', full_name: 'Dana', phone: '1' })
    await make.aChild(dana, { name: 'Zoë', allergies: 'Milk' })
    const review = await reviewed(
      fileOf(
        'Somebody,Dana@Example.com,2,zoe,None,x,K',
        'Somebody,dana@example.com,2,Amara,,,',
        'A,ana@example.com,,Zoë,,,',
      ),
    )
    expect(statesOf(review)).toEqual(['known', 'new-child', 'new-family'])
    expect((await importIt(await withInvitations(review))).body).toEqual({
      families: 2,
      children: 2,
      invitations: 1,
    })
    expect(await storedRows(db, 'children', sql`where parent_id = ${dana.id} order by name`)).toMatchObject([
      { name: 'Amara' },
      { name: 'Zoë', allergies: 'Milk', notes: null, grade: null, version: 1 },
    ])
    expect(await storedRows(db, 'profiles', sql`where id = ${dana.id}`)).toMatchObject([
      { full_name: 'Dana', phone: '1' },
    ])
    expect(await mailsTo(app, 'dana@example.com')).toEqual([])
    expect((await mailsTo(app, 'ana@example.com')).map(({ template }) => template)).toEqual([
      'account-invitation',
    ])
  })

  it('adds a child at the email of an adult who joined a family to that family', async () => {
    const [dana, sam] = [await make.aParent(), await make.aParent({ email: 'sam@example.com' })]
    await make.aChild(dana, { name: 'Kofi' })
    await execute(db, sql`insert into family_members (member_id, parent_id) values (${sam.id}, ${dana.id})`)
    const review = await reviewed(fileOf('Sam,sam@example.com,,Kofi,,,', 'Sam,sam@example.com,,Amara,,,'))
    expect(statesOf(review)).toEqual(['known', 'new-child'])
    expect((await importIt(review)).status).toBe(200)
    expect((await storedRows(db, 'children')).map(({ parent_id }) => parent_id)).toEqual([dana.id, dana.id])
    await execute(db, sql`delete from family_members`)
  })

  it('leaves out lines with faults and imports the others', async () => {
    const review = await reviewed(
      fileOf(
        'Dana,,,Amara,,,',
        'Dana,dana(at)example.com,,Amara,,,',
        'Dana,dana@example.com,,,,,',
        `Dana,dana@example.com,,${'x'.repeat(121)},,,`,
        'Rosa,ROSA@example.com,,Amara,,,',
        'Dana,dana@example.com',
        '=cmd|x,linh@example.com,,<b>Amara</b>,,,',
      ),
    )
    expect(statesOf(review)).toEqual([
      'left-out: The email address is missing',
      'left-out: The email address cannot be read',
      "left-out: The child's name is missing",
      'left-out: Child: must be at most 120 characters',
      "left-out: This is an admin's address",
      'left-out: Has 2 fields where the heading has 7',
      'new-family',
    ])
    expect((await importIt(review)).body).toEqual({ families: 1, children: 1, invitations: 0 })
    expect(await childNames()).toEqual(['<b>Amara</b>'])
    const one = await staff.get('/api/admin/family-imports/review?state=left-out')
    expect(one.body.review).toBeNull()
  })

  it('is shown in pages, and by state', async () => {
    const lines = Array.from(
      { length: 60 },
      (_, n) => `P,${n % 2 ? `p${n}@example.com` : 'none'},,Child ${n},,,`,
    )
    const { id } = await reviewed(fileOf(...lines))
    const page = async (query: string) =>
      (await staff.get(`/api/admin/family-imports/review${query}`)).body.review
    expect(await page('?page=2')).toMatchObject({ id, total: 60, page: 2, rows: { length: 10 } })
    expect(await page('?state=left-out')).toMatchObject({ total: 30, rows: { length: 30 } })
    expect((await staff.get('/api/admin/family-imports/review?state=x')).status).toBe(422)
  })

  it('can have other columns, which are remembered for files with the same headings', async () => {
    const csv = 'Who,Address,Kid\nDana,dana@example.com,Amara'
    const first = await reviewed(csv)
    expect(first.columns).toMatchObject({ email: 1, child: null })
    const choose = (columns: object) =>
      staff.patch('/api/admin/family-imports/review', { id: first.id, columns })
    await choose({ child: 2 })
    const chosen = await choose({ parent: 0 })
    expect(chosen.body.columns).toMatchObject({ email: 1, child: 2, parent: 0 })
    expect(statesOf(chosen.body)).toEqual(['new-family'])
    // What was shown before is no longer what would be imported.
    expect((await importIt(first)).body.error.code).toBe('stale-version')
    expect((await importIt(chosen.body)).status).toBe(200)
    expect((await reviewed(csv)).columns).toMatchObject({ child: 2, parent: 0 })
  })

  it('has an example to download that can be imported as it is', async () => {
    const example = readFileSync(new URL('../../../docs/examples/families.csv', import.meta.url), 'utf8')
    const review = await reviewed(example)
    expect(review.totals).toMatchObject({ lines: { known: 0, 'left-out': 0 } })
    expect((await importIt(review)).status).toBe(200)
  })

  it('belongs to whoever chose it, and is forbidden to parents', async () => {
    const review = await reviewed(fileOf(DANA))
    const colleague = await app.as(await make.anAdmin())
    expect((await colleague.get('/api/admin/family-imports/review')).body.review).toBeNull()
    expect((await importIt(review, {}, colleague)).body.error.code).toBe('import-over')
    const parent = await app.as(await make.aParent())
    expect((await upload(fileOf(DANA), parent)).status).toBe(403)
    expect((await importIt(review, {}, parent)).status).toBe(403)
    expect((await staff.delete(`/api/admin/family-imports/review/${review.id}`)).status).toBe(200)
    expect((await importIt(review)).body.error.code).toBe('import-over')
    expect(await childNames()).toEqual([])
  })
})

it('leaves out the lines of a family that deletes its account during the review, and imports the others', async () => {
  const dana = await make.aParent({ email: 'dana@example.com', full_name: 'Dana Okafor' })
  await make.aChild(dana, { name: 'Amara' })
  const csv = fileOf('Dana Okafor,dana@example.com,,Kofi,,,', 'Linh Nguyen,linh@example.com,,Amara,,,')
  const shown = await withInvitations(await reviewed(csv))
  expect((await deleteAccount(app, dana)).status).toBe(200)
  const refused = await importIt(shown)
  expect(refused.body.error.message).toBe(
    'Nothing was imported, because something changed since the review. Line 2: The family was deleted meanwhile.',
  )
  expect(await childNames()).toEqual([])
  const { review } = (await staff.get('/api/admin/family-imports/review')).body
  expect(statesOf(review)).toEqual(['left-out: The family was deleted meanwhile', 'new-family'])
  expect(review).toMatchObject({ send_invitations: true, totals: { new_families: 1, known_families: 0 } })
  expect(JSON.stringify(await storedRows(db, 'import_reviews'))).not.toMatch(/dana|okafor|kofi/i)
  expect((await importIt(review)).body).toEqual({ families: 1, children: 1, invitations: 1 })
})
