import { beforeEach, describe, expect, it } from 'vitest'
import { mailsTo } from '../../testing/auth'
import { deleteAccount } from '../../testing/delete-account'
import { joinInto } from '../../testing/family'
import { startWithFamilies } from '../../testing/shared-family'
import type { TestClient } from '../../testing/test-app'
import { execute, sql, toJson } from '../db/sql'
import { queueEvent } from '../mail-events/queue-events'

const { app, make, december, staff, aSharedFamily } = await startWithFamilies()
const { db } = app.services

const ROSE = { name: 'Grandma Rose', phone: '555-0100' }
const ROB = { name: 'Rob Okafor', note: 'Court order' }

let family: Awaited<ReturnType<typeof aSharedFamily>>
/** Rob, who joined the family too. */
let rob: { id: string; email: string }

beforeEach(async () => {
  family = await aSharedFamily()
  rob = await make.aParent({ full_name: 'Rob Okafor' })
  await joinInto(app, family.dana, rob)
})

const edit = (by: TestClient, values: object, version = 1) =>
  by.patch(`/api/children/${family.child.id}`, { ...values, version })

const told = async () => {
  const people = { dana: family.dana, kemi: family.kemi, rob }
  const found: Record<string, string[]> = {}
  for (const [name, { email }] of Object.entries(people))
    found[name] = (await mailsTo(app, email))
      .filter(({ template }) => template === 'child-changed')
      .map(({ text }) => text)
  return found
}
const counts = async () =>
  Object.fromEntries(Object.entries(await told()).map(([name, texts]) => [name, texts.length]))

describe("a change of who may and who must not pick up, by one of the family's adults", () => {
  it('is mailed to the other adults, greeted by name, and says who changed it', async () => {
    await edit(family.second, { pickup_people: [ROSE], allergies: 'Peanuts', name: 'Amara Lee' })
    const { dana, kemi, rob: third } = await told()
    expect([dana?.length, kemi?.length, third?.length]).toEqual([1, 0, 1])
    const text = dana?.[0] ?? ''
    expect(text).toContain('Hello Dana Okafor,')
    expect(text).toContain('Kemi Okafor changed who may or who must not pick up Amara Lee.')
    expect(text).toContain('- Detail: Who may pick up\n  Before: None\n  Now: Grandma Rose, 555-0100')
    expect(text).not.toMatch(/office changed|office corrected|Peanuts|Detail: Name/)
  })

  it("is limited: nobody fills the others' mailboxes", async () => {
    const statuses: number[] = []
    for (let version = 1; version <= 21; version += 1)
      statuses.push(
        (await edit(family.second, { pickup_people: [{ name: `Aunt ${version}`, phone: null }] }, version))
          .status,
      )
    expect(statuses).toEqual([...Array(20).fill(200), 429])
    expect(await counts()).toMatchObject({ dana: 20 })
  })

  it('says only that "Must not pick up" changed, and nothing to whom an entry names, before or after', async () => {
    await edit(family.first, { must_not_pick_up: [ROB] })
    expect(await counts()).toEqual({ dana: 0, kemi: 1, rob: 0 })
    await edit(family.second, { must_not_pick_up: [] }, 2)
    expect(await counts()).toEqual({ dana: 1, kemi: 1, rob: 0 })
    const { dana } = await told()
    expect(dana?.[0]).toContain('- Detail: Must not pick up\n  Before: Not in this email\n  Now: Changed')
    expect(dana?.[0]).not.toMatch(/Rob|Court/)
  })

  it('is mailed in the language of each adult', async () => {
    await execute(db, sql`update profiles set language = 'es' where id = ${family.kemi.id}`)
    await edit(family.first, { pickup_people: [ROSE] })
    const [mail] = (await mailsTo(app, family.kemi.email)).filter(
      ({ template }) => template === 'child-changed',
    )
    expect(mail?.subject).toBe('Se cambió quién recoge a Amara')
    expect(mail?.text).toContain('Dana Okafor cambió quién puede o quién no puede recoger a Amara.')
  })

  it.each([
    ['of something else', { allergies: 'Peanuts', notes: 'Naps', grade: 'Owls' }],
    ['that leaves the lists as they are', { pickup_people: [], must_not_pick_up: [] }],
  ])('is not one %s', async (_, values) => {
    expect((await edit(family.first, values)).status).toBe(200)
    expect(await counts()).toEqual({ dana: 0, kemi: 0, rob: 0 })
  })

  it('is mailed neither to a suspended adult nor by a family of one', async () => {
    await execute(db, sql`update profiles set status = 'suspended' where id = ${rob.id}`)
    await edit(family.first, { pickup_people: [ROSE] })
    expect(await counts()).toEqual({ dana: 0, kemi: 1, rob: 0 })
    const alone = await make.aParent({ full_name: 'Lone Lee' })
    const child = await make.aChild(alone)
    const own = await app.as(alone)
    const change = { pickup_people: [ROSE], version: 1 }
    expect((await own.patch(`/api/children/${child.id}`, change)).status).toBe(200)
    expect(await mailsTo(app, alone.email)).toEqual([])
  })

  it('is mailed too where a removed child comes back with other lists', async () => {
    await make.aRegistration(family.child, december, { selected_days: [9] })
    await execute(
      db,
      sql`update children set must_not_pick_up = ${toJson([ROB])}::jsonb where id = ${family.child.id}`,
    )
    expect((await family.first.delete(`/api/children/${family.child.id}`)).status).toBe(200)
    const again = await family.first.post('/api/children', { name: 'Amara', pickup_people: [ROSE] })
    expect(again.body.id).toBe(family.child.id)
    expect(await counts()).toEqual({ dana: 0, kemi: 1, rob: 0 })
  })

  it('goes with the account of the adult whom it names, and names nobody whose account is gone', async () => {
    const { dana, kemi, child } = family
    await edit(family.second, { pickup_people: [ROSE] })
    expect((await told()).dana?.[0]).toContain('Kemi Okafor changed')
    await execute(db, sql`update outbox set state = 'sent'`)
    await deleteAccount(app, kemi)
    expect((await counts()).dana).toBe(0)
    const changes = [{ detail: 'pickup_people' as const, before: '', after: 'Grandma Rose' }]
    const event = { kind: 'child-changed' as const, childId: child.id, changes, version: 3, isAdded: false }
    const queued = { event: { ...event, onlyTo: [dana.id] }, familyId: dana.id, sentBy: kemi.id }
    await queueEvent(db, queued, app.services)
    expect((await told()).dana?.[0]).toContain('Another adult of your family changed who may')
  })
})

it("what staff change of the lists is mailed to every adult in the office's name, as before", async () => {
  const change = { pickup_people: [ROSE], must_not_pick_up: [ROB], version: 1 }
  expect((await staff.patch(`/api/admin/children/${family.child.id}`, change)).status).toBe(200)
  expect(await counts()).toEqual({ dana: 1, kemi: 1, rob: 1 })
  expect(JSON.stringify(await told())).not.toContain('changed who may')
})
