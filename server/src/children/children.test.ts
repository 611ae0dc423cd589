import { describe, expect, it } from 'vitest'
import { buildersFor } from '../../testing/builders'
import { countRows, storedRows } from '../../testing/rows'
import { testApp } from '../../testing/test-app'
import { sql } from '../db/sql'

const app = await testApp()
const make = buildersFor(app.services.db)

const childById = (id: string) =>
  storedRows(app.services.db, 'children', sql`where id = ${id}`).then(([row]) => row)

describe('a parent’s children', () => {
  it('are listed newest first, with names in any script, and blank text stored as null', async () => {
    const client = await app.as(await make.aParent())
    const first = await client.post('/api/children', { name: '  Zoë 🦊  ', allergies: '  ', notes: '' })
    expect(first.status).toBe(200)
    expect(first.body).toMatchObject({ name: 'Zoë 🦊', allergies: null, notes: null })
    await client.post('/api/children', { name: 'نور', allergies: 'Sesame', notes: 'Naps' })
    const { body } = await client.get('/api/children')
    expect(body).toMatchObject({ total: 2, page: 1 })
    expect(body.rows.map((row: { name: string }) => row.name)).toEqual(['نور', 'Zoë 🦊'])
  })

  it('need a name and bounded texts', async () => {
    const client = await app.as(await make.aParent())
    const blank = await client.post('/api/children', { name: '   ' })
    expect(blank.status).toBe(422)
    expect(blank.body.error.fields).toEqual({ name: 'Name is required' })
    expect(blank.body.error.field_codes).toEqual({ name: { code: 'name-required' } })
    const long = {
      name: 'x'.repeat(121),
      allergies: 'x'.repeat(501),
      notes: 'x'.repeat(10_000),
      grade: 'x'.repeat(41),
    }
    const tooLong = await client.post('/api/children', long)
    expect(Object.keys(tooLong.body.error.fields)).toEqual(['name', 'allergies', 'notes', 'grade'])
    const broken = await client.post('/api/children', { name: 'Amara\nBcc: x@example.com' })
    expect(broken.status).toBe(422)
    expect((await client.get('/api/children')).body.total).toBe(0)
  })

  it('have an optional class or grade, which an edit without it leaves as it is', async () => {
    const client = await app.as(await make.aParent())
    const { body: child } = await client.post('/api/children', { name: 'Amara', grade: ' Pre-K <3> ' })
    expect(child.grade).toBe('Pre-K <3>')
    const edit = (change: object) => client.patch(`/api/children/${child.id}`, change)
    expect((await edit({ notes: 'Naps', version: 1 })).body.grade).toBe('Pre-K <3>')
    expect((await edit({ grade: 'Owls\nBcc: x@example.com', version: 2 })).status).toBe(422)
    expect((await edit({ grade: '  ', version: 2 })).body.grade).toBeNull()
  })

  it('have up to five people who may pick them up, each with an optional phone', async () => {
    const client = await app.as(await make.aParent())
    const people = [
      { name: ' Grandma <b>Rose</b> ', phone: '' },
      { name: 'Uncle Théo', phone: '555 0101' },
    ]
    const stored = [
      { name: 'Grandma <b>Rose</b>', phone: null },
      { name: 'Uncle Théo', phone: '555 0101' },
    ]
    const { body: child } = await client.post('/api/children', { name: 'Amara', pickup_people: people })
    expect(child.pickup_people).toEqual(stored)
    const six = await client.patch(`/api/children/${child.id}`, {
      pickup_people: Array(6).fill(people[1]),
      version: 1,
    })
    expect(six.body.error.fields).toEqual({ pickup_people: 'Up to 5 people can be named' })
    const wrong = [
      { name: ' ', phone: '555' },
      { name: 'x'.repeat(121) },
      { name: 'Bo\nb' },
      { name: 'Al', phone: '5'.repeat(41) },
    ]
    const refused = await client.patch(`/api/children/${child.id}`, { pickup_people: wrong, version: 1 })
    expect(Object.keys(refused.body.error.fields)).toEqual([
      'pickup_people.0.name',
      'pickup_people.1.name',
      'pickup_people.2.name',
      'pickup_people.3.phone',
    ])
    const none = await client.patch(`/api/children/${child.id}`, { pickup_people: [], version: 1 })
    expect(none.body.pickup_people).toEqual([])
  })

  it('have people whose phone has 7 digits, unless it was stored before', async () => {
    const parent = await make.aParent()
    const client = await app.as(parent)
    const old = { name: 'Rose', phone: '555' }
    const message = 'Please enter a phone number with at least 7 digits.'
    const created = await client.post('/api/children', { name: 'Amara', pickup_people: [old] })
    expect([created.status, created.body.error.fields]).toEqual([422, { 'pickup_people.0.phone': message }])
    expect(created.body.error.field_codes).toEqual({ 'pickup_people.0.phone': { code: 'phone-too-short' } })
    const { id } = await make.aChild(parent, { name: 'Amara', pickup_people: [old] })
    const save = (by: typeof client, path: string, version: number, ...people: object[]) =>
      by.patch(`${path}/${id}`, { pickup_people: people, version })
    const kept = await save(
      client,
      '/api/children',
      1,
      { name: 'Rose Lee', phone: '555' },
      { name: 'Al', phone: null },
    )
    expect([kept.status, kept.body.pickup_people[0].phone]).toEqual([200, '555'])
    const staff = await app.as(await make.anAdmin())
    for (const [by, path] of [
      [client, '/api/children'],
      [staff, '/api/admin/children'],
    ] as const) {
      const { status, body } = await save(by, path, 2, old, { name: 'Al', phone: '556' })
      expect([status, body.error.fields]).toEqual([422, { 'pickup_people.1.phone': message }])
    }
    expect((await save(staff, '/api/admin/children', 2, old, { name: 'Al', phone: '555 0101' })).status).toBe(
      200,
    )
  })

  it('have up to five people who must not pick them up, each with an optional note; the log says only that they changed', async () => {
    const parent = await make.aParent()
    const client = await app.as(parent)
    const people = [{ name: ' Rob <b>Okafor</b> ', note: ' Court order ' }, { name: 'Théo' }]
    const stored = [
      { name: 'Rob <b>Okafor</b>', note: 'Court order' },
      { name: 'Théo', note: null },
    ]
    const { body: child } = await client.post('/api/children', { name: 'Amara', must_not_pick_up: people })
    expect(child.must_not_pick_up).toEqual(stored)
    const edit = (change: object) => client.patch(`/api/children/${child.id}`, change)
    const six = await edit({ must_not_pick_up: Array(6).fill(people[1]), version: 1 })
    expect(six.body.error.fields).toEqual({ must_not_pick_up: 'Up to 5 people can be named' })
    expect(six.body.error.field_codes).toEqual({
      must_not_pick_up: { code: 'too-many-people', params: { max: 5 } },
    })
    const wrong = [
      { name: ' ', note: 'x' },
      { name: 'x'.repeat(121) },
      { name: 'Bo\nb' },
      { name: 'Al', note: 'n'.repeat(201) },
    ]
    const refused = await edit({ must_not_pick_up: wrong, version: 1 })
    expect(Object.keys(refused.body.error.fields)).toEqual([
      'must_not_pick_up.0.name',
      'must_not_pick_up.1.name',
      'must_not_pick_up.2.name',
      'must_not_pick_up.3.note',
    ])
    expect((await edit({ notes: 'Naps', version: 1 })).body.must_not_pick_up).toEqual(stored)
    await edit({ must_not_pick_up: stored, version: 2 })
    expect((await edit({ must_not_pick_up: stored.slice(1), version: 3 })).body.must_not_pick_up).toEqual(
      stored.slice(1),
    )
    const log = await storedRows(app.services.db, 'audit_log', sql`where row_id = ${child.id} order by id`)
    expect(log.map(({ action, detail }) => [action, detail])).toEqual([
      ['child.create', {}],
      ['child.update', {}],
      ['child.update', {}],
      ['child.update', { must_not_pick_up: true }],
    ])
    const other = await app.as(await make.aParent())
    expect(JSON.stringify((await other.get('/api/children')).body)).not.toContain('Théo')
  })

  it('can be changed only by their own parent', async () => {
    const parent = await make.aParent()
    const child = await make.aChild(parent, { name: 'Amara' })
    const own = await app.as(parent)
    const rename = (name: string) => ({ name, version: 1 })
    const other = await app.as(await make.aParent())
    expect((await own.patch(`/api/children/${child.id}`, rename('Amara O.'))).body.name).toBe('Amara O.')
    expect((await other.patch(`/api/children/${child.id}`, rename('Mine'))).status).toBe(404)
    expect((await other.delete(`/api/children/${child.id}`)).status).toBe(404)
    expect((await other.get('/api/children')).body.total).toBe(0)
    expect((await childById(child.id))?.name).toBe('Amara O.')
    const log = await storedRows(app.services.db, 'audit_log', sql`where row_id = ${child.id}`)
    expect(log.map((entry) => [entry.action, entry.actor_id])).toEqual([['child.update', parent.id]])
  })

  it('cannot be moved to another family by sending a parent id', async () => {
    const parent = await make.aParent()
    const other = await make.aParent()
    const { body } = await (await app.as(parent)).post('/api/children', { name: 'Ida', parent_id: other.id })
    expect(body.parent_id).toBe(parent.id)
  })

  it('without submissions are deleted for good', async () => {
    const parent = await make.aParent()
    const child = await make.aChild(parent)
    const client = await app.as(parent)
    expect((await client.delete(`/api/children/${child.id}`)).status).toBe(200)
    expect(await childById(child.id)).toBeUndefined()
    expect((await client.delete(`/api/children/${child.id}`)).status).toBe(404)
  })

  it('with submissions disappear for the family, but name and allergies are kept for attendance', async () => {
    const parent = await make.aParent()
    const child = await make.aChild(parent, { name: 'Kofi', allergies: 'Peanuts', notes: 'Shy' })
    const month = await make.aMonth({ month_name: 'January', year: 2027 })
    const registration = await make.aRegistration(child, month)
    const client = await app.as(parent)
    expect((await client.delete(`/api/children/${child.id}`)).status).toBe(200)
    expect(await childById(child.id)).toMatchObject({ name: 'Kofi', allergies: 'Peanuts', notes: null })
    expect((await client.get('/api/children')).body.rows).toEqual([])
    expect((await client.patch(`/api/children/${child.id}`, { name: 'Back', version: 2 })).status).toBe(404)
    expect((await client.get('/api/submissions')).body.rows[0].children).toEqual({ name: 'Kofi' })
    const february = await make.aMonth({ month_name: 'February', year: 2027 })
    const again = { month_id: february.id, child_ids: [child.id], selected_days: [2], agreed: true }
    expect((await client.post('/api/submissions', again)).status).toBe(404)
    const kept = await countRows(app.services.db, 'submissions', sql`where id = ${registration.id}`)
    expect(kept).toBe(1)
  })

  it('come back with their registrations when they are added again, with the details given then', async () => {
    const parent = await make.aParent()
    const barred = { name: 'Rob Okafor', note: 'Court order' }
    const child = await make.aChild(parent, {
      name: 'Sofía Okafor',
      allergies: 'Peanuts',
      grade: 'K',
      must_not_pick_up: [barred],
    })
    const month = await make.aMonth({ month_name: 'March', year: 2027 })
    const registration = await make.aRegistration(child, month, { selected_days: [2, 4] })
    const client = await app.as(parent)
    const staff = await app.as(await make.anAdmin())
    const edit = (by: typeof client, url: string, days: number[], version: number) =>
      by.patch(url, { selected_days: days, confirmed_days: [], agreed: true, version })
    const own = `/api/submissions/${registration.id}`
    expect((await client.delete(`/api/children/${child.id}`)).status).toBe(200)

    const refused = [
      await edit(client, own, [2, 4, 5], 1),
      await edit(staff, `/api/admin/submissions/${registration.id}/days`, [2, 4, 5], 1),
    ]
    const message =
      'Sofía Okafor was deleted. Days can be added once the family has added Sofía Okafor again.'
    expect(refused.map(({ status, body }) => [status, body.error.message])).toEqual([
      [409, message],
      [409, message],
    ])
    expect((await edit(client, own, [2], 1)).status).toBe(200)
    const cancelled = `/api/admin/submissions/${registration.id}`
    await staff.post(`${cancelled}/cancel`, { reason: 'Moved', fee: 'none', version: 2 })
    const undo = () => staff.post(`${cancelled}/undo-cancel`, { version: 3 })
    expect((await undo()).body.error).toMatchObject({ code: 'child-removed', message })

    const all = Array.from({ length: 5 }, (_, n) => ({ name: `Al Roe ${n}` }))
    const tooMany = await client.post('/api/children', { name: 'Sofía Okafor', must_not_pick_up: all })
    expect(tooMany.body.error.fields).toEqual({ must_not_pick_up: 'Up to 5 people can be named' })
    expect((await client.get('/api/children')).body.rows).toEqual([])
    const added = await client.post('/api/children', {
      name: ' sofia  OKAFOR',
      allergies: ' ',
      must_not_pick_up: [{ name: 'Al Roe' }, { name: 'rob okafor' }],
    })
    expect(added.body).toMatchObject({
      id: child.id,
      name: 'sofia  OKAFOR',
      allergies: 'Peanuts',
      grade: null,
      pickup_people: [],
      must_not_pick_up: [barred, { name: 'Al Roe', note: null }],
    })
    expect((await client.get('/api/children')).body.rows).toMatchObject([{ id: child.id }])
    const log = await storedRows(app.services.db, 'audit_log', sql`where row_id = ${child.id} order by id`)
    expect(log.map(({ action }) => action)).toEqual(['child.remove', 'child.restore'])
    expect((await undo()).status).toBe(200)
    expect((await edit(client, own, [2, 5], 4)).status).toBe(200)
    const again = { month_id: month.id, child_ids: [child.id], selected_days: [3], agreed: true }
    expect((await client.post('/api/submissions', again)).body.error.code).toBe('already-submitted')
    const twin = await client.post('/api/children', { name: 'Sofía Okafor' })
    expect((await client.delete(`/api/children/${child.id}`)).status).toBe(200)
    const third = await client.post('/api/children', { name: 'Sofía Okafor' })
    expect(new Set([child.id, twin.body.id, third.body.id]).size).toBe(3)
  })

  it('are limited to thirty per family, also if added concurrently', async () => {
    const client = await app.as(await make.aParent())
    const answers = await Promise.all(
      Array.from({ length: 34 }, (_, n) => client.post('/api/children', { name: `Child ${n}` })),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(30)
    const refused = answers.find(({ status }) => status !== 200)
    expect(refused?.status).toBe(409)
    expect(refused?.body.error.message).toContain('up to 30 children')
  })
})
