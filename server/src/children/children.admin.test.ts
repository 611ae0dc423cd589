import { beforeEach, describe, expect, it } from 'vitest'
import { buildersFor } from '../../testing/builders'
import { joinInto } from '../../testing/family'
import { storedRows } from '../../testing/rows'
import { type TestClient, testApp } from '../../testing/test-app'
import { execute, sql } from '../db/sql'
import type { ChildRow } from '../db/tables'

const app = await testApp()
const { db } = app.services
const make = buildersFor(db)

let staff: TestClient
let dana: Awaited<ReturnType<typeof make.aParent>>
let amara: ChildRow

beforeEach(async () => {
  app.setNow('2026-11-16T09:00:00-05:00')
  await execute(db, sql`delete from outbox`)
  await execute(db, sql`delete from submissions`)
  await execute(db, sql`delete from children`)
  await execute(db, sql`delete from months`)
  staff = await app.as(await make.anAdmin({ full_name: 'Rosa Medina' }))
  dana = await make.aParent({ full_name: 'Dana <b>Okafor</b>' })
  amara = await make.aChild(dana, { name: 'Amara', allergies: 'Peanuts' })
})

const correct = (change: object, headers?: Record<string, string>) =>
  staff.patch(`/api/admin/children/${amara.id}`, change, headers)
const mails = () => storedRows(db, 'outbox')

describe("staff correcting a child's details", () => {
  it('stores them, tells the parent what changed and records who did, but not what', async () => {
    const change = {
      allergies: ' Peanuts, <i>milk</i> ',
      grade: 'Owls',
      pickup_people: [{ name: 'Rose', phone: '555 0101' }],
      version: 1,
    }
    const { status, body } = await correct(change)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      name: 'Amara',
      allergies: 'Peanuts, <i>milk</i>',
      grade: 'Owls',
      version: 2,
    })
    const [mail, ...more] = await mails()
    expect(more).toEqual([])
    expect(mail).toMatchObject({
      template: 'child-changed',
      to_email: dana.email,
      subject: "Amara's details were changed",
    })
    expect(mail?.text).toContain('- Detail: Class or grade\n  Before: None\n  Now: Owls')
    expect(mail?.text).toContain('- Detail: Allergies\n  Before: Peanuts\n  Now: Peanuts, <i>milk</i>')
    expect(mail?.text).toContain('Now: Rose, 555 0101')
    expect(mail?.text).not.toContain('Detail: Notes')
    const [entry] = await storedRows(db, 'audit_log', sql`where row_id = ${amara.id}`)
    expect(entry).toMatchObject({ action: 'child.update', actor_role: 'admin', detail: {} })
  })

  it('says in mail and log that who must not pick up changed, but no name and no note', async () => {
    const people = [{ name: 'Rob Okafor', note: 'Court order' }]
    const { body } = await correct({ must_not_pick_up: people, version: 1 })
    expect(body.must_not_pick_up).toEqual(people)
    const [mail] = await mails()
    expect(mail?.text).toContain('- Detail: Must not pick up\n  Before: Not in this email\n  Now: Changed')
    expect(JSON.stringify(await mails())).not.toMatch(/Rob|Court/)
    const log = await storedRows(db, 'audit_log', sql`where row_id = ${amara.id}`)
    expect(log.map(({ detail }) => detail)).toEqual([{ must_not_pick_up: true }])
    const { body: found } = await staff.get(`/api/admin/children?parent_id=${dana.id}&size=10`)
    expect(found.rows[0].must_not_pick_up).toEqual(people)
  })

  it('reaches the board, the day report and drop-ins to come, also when the allergy is taken away', async () => {
    const month = await make.aMonth({ month_name: 'November', year: 2026 })
    await make.aRegistration(amara, month, { selected_days: [16] })
    const family = { parent_id: dana.id, child_id: amara.id, guest_child_allergies: 'Peanuts' }
    await make.aDropIn('2026-11-17', family)
    const past = await make.aDropIn('2026-11-13', family)
    const shown = async (day: string) => [
      (await staff.get(`/api/admin/attendance?day=${day}`)).body.rows[0]?.allergies,
      (await staff.get(`/api/admin/board?day=${day}`)).body.cards[0]?.allergies,
    ]
    expect(await shown('2026-11-16')).toEqual(['Peanuts', 'Peanuts'])
    await correct({ allergies: 'Milk', version: 1 })
    expect(await shown('2026-11-16')).toEqual(['Milk', 'Milk'])
    expect(await shown('2026-11-17')).toEqual(['Milk', 'Milk'])
    await correct({ allergies: '', version: 2 })
    expect(await shown('2026-11-17')).toEqual(['None', 'None'])
    const [row] = await storedRows(db, 'submissions', sql`where id = ${past.id}`)
    expect(row?.guest_child_allergies).toBe('Peanuts')
  })

  it('sends one email for a double click, and none if nothing changed', async () => {
    const key = { 'idempotency-key': 'one-click' }
    const change = { name: 'Amara O.', version: 1 }
    const answers = await Promise.all([correct(change, key), correct(change, key)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(await mails()).toHaveLength(1)
    expect((await correct({ name: 'Amara O.', notes: '', version: 2 })).status).toBe(200)
    expect(await mails()).toHaveLength(1)
  })

  it('is saved even if the parent cannot be reached by email', async () => {
    await execute(db, sql`update profiles set email = 'nobody' where id = ${dana.id}`)
    expect((await correct({ allergies: 'Milk', version: 1 })).body.allergies).toBe('Milk')
    expect(await mails()).toEqual([])
  })

  it('includes a child that the parent removed but that still comes', async () => {
    await make.aRegistration(amara, await make.aMonth())
    await (await app.as(dana)).delete(`/api/children/${amara.id}`)
    expect((await correct({ allergies: 'Milk', version: 2 })).body.allergies).toBe('Milk')
  })

  it.each([
    ['a stale version', { name: 'Ida', version: 9 }, 409],
    ['a blank name', { name: '  ', version: 1 }, 422],
    ['a grade beyond all measure', { grade: 'x'.repeat(41), version: 1 }, 422],
    ['a line break in the grade', { grade: 'Owls\nBcc: x@example.com', version: 1 }, 422],
    ['no version', { name: 'Ida' }, 422],
  ])('rejects %s, and changes nothing', async (_, change, expected) => {
    expect((await correct(change)).status).toBe(expected)
    const [row] = await storedRows(db, 'children', sql`where id = ${amara.id}`)
    expect(row).toMatchObject({ name: 'Amara', grade: null, version: 1 })
    expect(await mails()).toEqual([])
  })

  it('does not find an unknown child or one of an erased account, and is forbidden to parents', async () => {
    const nobody = '00000000-0000-4000-8000-000000000000'
    expect((await staff.patch(`/api/admin/children/${nobody}`, { name: 'Ida', version: 1 })).status).toBe(404)
    const parent = await app.as(dana)
    const change = { grade: 'Owls', version: 1 }
    expect((await parent.patch(`/api/admin/children/${amara.id}`, change)).status).toBe(403)
    expect((await parent.get('/api/admin/children')).status).toBe(403)
    await execute(db, sql`update accounts set disabled_at = now() where id = ${dana.id}`)
    expect((await correct({ name: 'Ida', version: 1 })).status).toBe(404)
  })
})

describe('staff adding a child', () => {
  const add = (values: object, headers?: Record<string, string>) =>
    staff.post('/api/admin/children', { parent_id: dana.id, name: 'Kofi', ...values }, headers)
  const names = async () =>
    (await storedRows(db, 'children', sql`where parent_id = ${dana.id} order by name`)).map(
      ({ name }) => name,
    )

  it('stores it as the family would, tells every adult once, in their language, and records who did', async () => {
    const kemi = await make.aParent({ full_name: 'Kemi Okafor', language: 'es' })
    await joinInto(app, dana, kemi)
    const { status, body } = await add({
      name: ' Kofi ',
      allergies: 'Peanuts',
      grade: 'Owls',
      pickup_people: [{ name: 'Rose', phone: '555 010 1234' }],
      must_not_pick_up: [{ name: 'Rob Okafor', note: 'Court order' }],
    })
    expect([status, body]).toEqual([
      200,
      expect.objectContaining({ parent_id: dana.id, name: 'Kofi', allergies: 'Peanuts', version: 1 }),
    ])
    const sent = await mails()
    expect(sent.map(({ to_email, subject }) => [to_email, subject]).sort()).toEqual(
      [
        [dana.email, 'Kofi was added to your family'],
        [kemi.email, 'Se agregó a Kofi a su familia'],
      ].sort(),
    )
    const text = sent.find(({ to_email }) => to_email === dana.email)?.text
    expect(text).toContain('- Detail: Allergies\n  Now: Peanuts')
    expect(text).toContain('- Detail: Must not pick up\n  Now: Not in this email')
    expect(JSON.stringify(sent)).not.toMatch(/Rob|Court|Detail: Notes/)
    expect(await storedRows(db, 'audit_log', sql`where row_id = ${body.id}`)).toMatchObject([
      { action: 'child.create', actor_role: 'admin', detail: {} },
    ])
    const { body: seen } = await (await app.as(kemi)).get('/api/children')
    expect(seen.rows.map(({ name }: ChildRow) => name).sort()).toEqual(['Amara', 'Kofi'])
  })

  it('stores one child for a double click or a lost response', async () => {
    const key = { 'idempotency-key': 'one-child' }
    const answers = await Promise.all([add({}, key), add({}, key)])
    expect(answers.map(({ status, body }) => [status, body.name])).toEqual([
      [200, 'Kofi'],
      [200, 'Kofi'],
    ])
    expect(await names()).toEqual(['Amara', 'Kofi'])
    expect(await mails()).toHaveLength(1)
  })

  it('refuses a second child of the same name, however it is typed, also by two colleagues at once', async () => {
    const again = await add({ name: 'AMÁRA' })
    expect([again.status, again.body.error.fields]).toEqual([
      409,
      { name: 'AMÁRA is already in this family.' },
    ])
    const answers = await Promise.all([add({}), add({ name: 'kofi' })])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(await names()).toHaveLength(2)
    expect(await mails()).toHaveLength(1)
  })

  it('accepts the name of a child that the family removed', async () => {
    await make.aRegistration(amara, await make.aMonth())
    await (await app.as(dana)).delete(`/api/children/${amara.id}`)
    expect((await add({ name: 'Amara' })).status).toBe(200)
  })

  it.each([
    ['a blank name', { name: ' ' }, 422],
    ['a name beyond all measure', { name: 'x'.repeat(201) }, 422],
    ['a pick-up person without a real phone', { pickup_people: [{ name: 'Rose', phone: '55' }] }, 422],
    ['a family that is unknown', { parent_id: '00000000-0000-4000-8000-000000000000' }, 404],
    ['a guest', { parent_id: 'guest-grace@example.com' }, 422],
  ])('refuses %s and stores nothing', async (_, values, expected) => {
    expect((await add(values)).status).toBe(expected)
    expect(await names()).toEqual(['Amara'])
    expect(await mails()).toEqual([])
  })

  it('refuses an adult who joined a family, a 31st child, and everybody but admins', async () => {
    const kemi = await make.aParent()
    await joinInto(app, dana, kemi)
    expect((await add({ parent_id: kemi.id })).status).toBe(404)
    for (const client of [await app.as(dana), await app.as(await make.anAide())])
      expect((await client.post('/api/admin/children', { parent_id: dana.id, name: 'Kofi' })).status).toBe(
        403,
      )
    await execute(
      db,
      sql`insert into children (parent_id, name) select ${dana.id}, 'Child ' || n from generate_series(2, 30) n`,
    )
    expect((await add({})).body.error.code).toBe('too-many-children')
  })
})

describe('the children on file', () => {
  const found = async (query: string) => {
    const { status, body } = await staff.get(`/api/admin/children${query}`)
    expect(status).toBe(200)
    return body.rows.map(({ name }: ChildRow) => name)
  }

  let families = 0
  let email: string
  let linh: { id: string }

  beforeEach(async () => {
    email = `linh_100%${++families}@example.com`
    linh = await make.aParent({ full_name: 'Linh Amarant', email, phone: '555' })
    await make.aChild(linh, { name: 'Amar' })
    const gone = await make.aChild(linh, { name: 'Amara Gone' })
    await execute(db, sql`update children set deleted_at = now() where id = ${gone.id}`)
  })

  it('are found by the words of the child, the parent and the email, in any order', async () => {
    expect(await found('?search=amara')).toEqual(['Amar', 'Amara'])
    expect(await found('?search=okafor%20%20amara')).toEqual(['Amara'])
    expect(await found('?search=AMARA%20okafor')).toEqual(['Amara'])
    expect(await found('?search=amara%20nguyen')).toEqual([])
    expect(await found('?search=100%25')).toEqual(['Amar'])
    expect(await found('?search=%25')).toEqual(['Amar'])
    expect(await found(`?search=amara&size=1&page=2`)).toEqual(['Amara'])
  })

  it('are those of one family, by its id or by the email of its account in any case', async () => {
    expect(await found(`?parent_id=${dana.id}`)).toEqual(['Amara'])
    expect(await found(`?email=${encodeURIComponent(email.toUpperCase())}`)).toEqual(['Amar'])
    expect(await found(`?email=${encodeURIComponent(email.slice(1))}`)).toEqual([])
    expect((await staff.get('/api/admin/children?parent_id=guest-x')).status).toBe(422)
    expect((await staff.get(`/api/admin/children?search=${'x'.repeat(201)}`)).status).toBe(422)
    const { body } = await staff.get(`/api/admin/children?email=${encodeURIComponent(email)}`)
    expect(body.rows[0].parent).toMatchObject({ full_name: 'Linh Amarant', phone: '555' })
    expect(body.total).toBe(1)
  })

  it("are those of the family by any adult's email, with its first adult", async () => {
    const other = await make.aParent({ full_name: 'Minh Amarant' })
    await joinInto(app, linh, other)
    const { body } = await staff.get(
      `/api/admin/children?email=${encodeURIComponent(other.email.toUpperCase())}`,
    )
    expect(body).toMatchObject({ total: 1, rows: [{ name: 'Amar', parent: { full_name: 'Linh Amarant' } }] })
  })
})
