import { describe, expect, it } from 'vitest'
import { givePassword, linkMailedTo } from '../../testing/auth'
import { columnsContaining } from '../../testing/columns-containing'
import { joinInto } from '../../testing/family'
import { ok } from '../../testing/ok'
import { storedRows } from '../../testing/rows'
import { PASSWORD, removal, startWithUniqueFamilies } from '../../testing/unique-families'
import { execute, maybeOne, rows, sql } from '../db/sql'

const { app, make, admin, december, aFamily, aFamilyThatUsedEverything } = await startWithUniqueFamilies()

describe('Delete my account', () => {
  it('leaves no name, email, phone, allergy or note of the family anywhere in the database', async () => {
    const { words, remove, parent, client, id, guest, feedPath } = await aFamilyThatUsedEverything()
    expect((await app.visitor.get(feedPath)).status).toBe(200)
    const before = await columnsContaining(app.services.db, Object.values(words))
    expect(before).toEqual(
      expect.arrayContaining([
        'accounts.email',
        'profiles.full_name',
        'children.allergies',
        'children.pickup_people',
        'children.must_not_pick_up',
        'submissions.guest_child_notes',
        'payments.notes',
        'outbox.to_email',
        'outbox.content',
        'audit_log.detail',
        'attendance_marks.picked_up_by',
      ]),
    )
    const other = await aFamilyThatUsedEverything()
    app.setNow('2026-12-30T10:00:00-05:00')
    const outside = async () =>
      maybeOne(
        app.services.db,
        sql`select count(*) as mails from outbox where to_email = ${other.words.email}`,
      )
    const mails = await outside()

    await ok(remove())
    expect(await columnsContaining(app.services.db, Object.values(words))).toEqual([])

    const [stored] = await storedRows(app.services.db, 'submissions', sql`where id = ${id}`)
    expect(stored).toMatchObject({ selected_days: [5], billed_status: 'billed', parent_id: parent.id })
    expect((await storedRows(app.services.db, 'submissions', sql`where id = ${guest.id}`))[0]).toMatchObject({
      guest_parent_name: 'Deleted account',
      guest_child_name: 'Deleted child',
      total_fee_cents: 2000,
    })
    const payments = await storedRows(app.services.db, 'payments', sql`where parent_id = ${parent.id}`)
    expect(payments).toMatchObject([{ amount_cents: 10_000, notes: null }])
    expect(await storedRows(app.services.db, 'children', sql`where parent_id = ${parent.id}`)).toMatchObject([
      { name: 'Deleted child', allergies: null, notes: null },
    ])

    // All access has ended, and other families are unaffected.
    expect((await client.get('/api/profile')).status).toBe(401)
    expect((await app.visitor.get(feedPath)).status).toBe(404)
    expect((await app.visitor.get(other.feedPath)).status).toBe(200)
    for (const table of [sql`sessions`, sql`tokens`, sql`known_devices`])
      expect(await rows(app.services.db, sql`select from ${table} where account_id = ${parent.id}`)).toEqual(
        [],
      )
    expect(
      (await app.visitor.post('/api/auth/sign-in', { email: words.email, password: PASSWORD })).status,
    ).toBe(401)
    expect(await outside()).toEqual(mails)
    const otherFamily = await app.as(other.parent)
    const after = JSON.stringify((await otherFamily.get('/api/own-data')).body)
    for (const word of Object.values(other.words)) expect(after).toContain(word)
  })

  it('keeps the audit log with days and amounts, but without text', async () => {
    const { remove, parent, id } = await aFamilyThatUsedEverything()
    await ok(remove())
    const record = await rows<{ action: string; detail: unknown; actor_id: string; table_name: string }>(
      app.services.db,
      sql`select action, detail, actor_id, table_name from audit_log where row_id in (${id}, ${parent.id}) order by id`,
    )
    expect(record.map(({ action }) => action)).toEqual(
      expect.arrayContaining([
        'parent.update',
        'profile.update',
        'submission.create',
        'submission.update',
        'account.remove',
      ]),
    )
    expect(record.find(({ action }) => action === 'parent.update')?.detail).toMatchObject({
      after: { full_name: '[erased]', email: '[erased]', status: 'active' },
    })
    expect(record.find(({ action }) => action === 'submission.create')?.detail).toMatchObject({
      selected_days: [5],
    })
    expect(record.at(-1)).toMatchObject({
      action: 'account.remove',
      actor_id: parent.id,
      table_name: 'accounts',
    })
  })

  it('also deletes the profile if nothing must be retained, and the email can sign up again as a new account', async () => {
    const { words, parent, client, remove } = await aFamily()
    await ok(client.post('/api/children', { name: words.child, allergies: words.allergies }))
    await ok(remove())
    expect(await storedRows(app.services.db, 'profiles', sql`where id = ${parent.id}`)).toEqual([])
    expect(await storedRows(app.services.db, 'children', sql`where parent_id = ${parent.id}`)).toEqual([])
    const again = { email: words.oldEmail, password: 'another sunset', full_name: words.parent }
    await ok(app.visitor.post('/api/auth/sign-up', again))
    const { access_token } = await linkMailedTo(app, words.oldEmail, 'verification')
    await ok(app.visitor.post('/api/auth/verify', { access_token }))
    await ok(app.visitor.post('/api/auth/sign-in', again))
    const renewed = await maybeOne<{ id: string }>(
      app.services.db,
      sql`select id from accounts where email = ${words.oldEmail}`,
    )
    expect(renewed?.id).not.toBe(parent.id)
    expect((await (await app.as(renewed ?? parent)).get('/api/children')).body.rows).toEqual([])
  })

  it.each([
    ['today', '2026-12-04', 409],
    ['ahead', '2026-12-03', 409],
    ['over', '2026-12-05', 200],
  ])('is rejected while a day is booked (%s)', async (_, today, status) => {
    const { words, parent } = await aFamily()
    const child = await make.aChild(parent, { name: words.child })
    await make.aRegistration(child, december, { selected_days: [2, 4], total_fee_cents: 0 })
    app.setNow(`${today}T12:00:00-05:00`)
    const response = await removal(app.as(parent))()
    expect(response.status).toBe(status)
    if (status === 409) {
      expect(response.body.error.message).toBe(
        `${words.child} is booked through Friday, December 4. You can delete your account once that day is over.`,
      )
      expect(
        (await storedRows(app.services.db, 'profiles', sql`where id = ${parent.id}`))[0]?.full_name,
      ).toBe(words.parent)
    }
  })

  it('is rejected while a drop-in or a day booked as a guest lies ahead', async () => {
    const { words, parent, remove } = await aFamily()
    const child = await make.aChild(parent)
    const dropIn = await make.aDropIn('2026-11-17', { parent_id: parent.id, child_id: child.id })
    expect((await remove()).status).toBe(409)
    await execute(app.services.db, sql`delete from submissions where id = ${dropIn.id}`)
    await make.aDropIn('2026-11-17', { guest_parent_email: words.oldEmail, guest_child_name: 'Otis' })
    const { body } = await remove()
    expect(body.error.message).toBe(
      "Otis is booked through Tuesday, November 17 on a guest registration with your email that isn't in your account yet. You can delete your account once that day is over.",
    )
  })

  it('is rejected while a balance is due', async () => {
    const { parent, remove } = await aFamily()
    const child = await make.aChild(parent)
    await make.aDropIn('2026-11-02', {
      parent_id: parent.id,
      child_id: child.id,
      total_fee_cents: 4000,
      billed_status: 'billed',
    })
    const { status, body } = await remove()
    expect(status).toBe(409)
    expect(body.error.message).toBe(
      'Your balance due is $40.00. Please pay it before you delete your account.',
    )
    await make.aPayment(parent, admin, { amount_cents: 4000 })
    expect((await remove()).status).toBe(200)
  })

  it('is rejected while fees of a month that has begun are not paid, billed or not', async () => {
    const { parent, remove } = await aFamily()
    const child = await make.aChild(parent)
    const own = { parent_id: parent.id, child_id: child.id }
    await make.aDropIn('2026-11-02', { ...own, total_fee_cents: 4000 })
    await make.aPayment(parent, admin, { amount_cents: 1500 })
    const { status, body } = await remove()
    expect(status).toBe(409)
    expect(body.error.message).toBe(
      'Fees of $25.00 for months that have begun are not billed yet. Please pay them before you delete your account.',
    )
    expect(await storedRows(app.services.db, 'children', sql`where id = ${child.id}`)).toMatchObject([
      { name: child.name },
    ])
    await make.aPayment(parent, admin, { amount_cents: 2500 })
    // Cancelled, but the fee stays; December has not begun.
    const ahead = await make.aRegistration(child, december)
    const cancellation = { reason: 'Moving away', fee: 'keep', version: 1 }
    await ok((await app.as(admin)).post(`/api/admin/submissions/${ahead.id}/cancel`, cancellation))
    expect((await remove()).status).toBe(200)
  })

  it('names all that stands in the way at once, and removes nothing', async () => {
    const { parent, remove } = await aFamily()
    const child = await make.aChild(parent)
    const own = { parent_id: parent.id, child_id: child.id }
    await make.aDropIn('2026-11-02', { ...own, total_fee_cents: 4000, billed_status: 'billed' })
    await make.aDropIn('2026-11-17', { ...own, total_fee_cents: 2500 })
    const second = await make.aParent()
    await joinInto(app, parent, second)
    const { body } = await remove()
    expect(body.error.message).toBe(
      `Other adults share this family. Remove them first. Your balance due is $40.00. Please pay it before you delete your account. Fees of $25.00 for months that have begun are not billed yet. Please pay them before you delete your account. ${child.name} is booked through Tuesday, November 17. You can delete your account once that day is over.`,
    )
    expect((await (await app.as(second)).get('/api/children')).body.total).toBe(1)
  })

  it('needs the password, and limits wrong attempts', async () => {
    const { parent, client, remove } = await aFamily()
    const wrong = await remove('something else')
    expect(wrong.status).toBe(401)
    expect(wrong.body.error).toMatchObject({
      code: 'wrong-password',
      fields: { password: expect.any(String) },
    })
    for (let n = 0; n < 7; n += 1) await remove('something else')
    expect((await remove()).status).toBe(429)
    expect((await client.post('/api/own-data/delete-account', {})).status).toBe(422)
    expect((await app.visitor.post('/api/own-data/delete-account', { password: PASSWORD })).status).toBe(401)
    expect(await storedRows(app.services.db, 'profiles', sql`where id = ${parent.id}`)).toHaveLength(1)
  })

  it('is not available to staff, even if they are parents too', async () => {
    const both = await make.anAdmin()
    await givePassword(app, both, PASSWORD)
    await execute(app.services.db, sql`insert into user_roles values (${both.id}, 'parent')`)
    // Removing the other adults first would not help.
    await joinInto(app, both, await make.aParent())
    const { status, body } = await removal(app.as(both))()
    expect(status).toBe(409)
    expect(body.error.message).toBe(
      'This is a staff account. Another admin can remove it under Settings > Admin Users.',
    )
    expect(await storedRows(app.services.db, 'profiles', sql`where id = ${both.id}`)).toHaveLength(1)
  })

  it('deletes once on a double click, and ends sessions in other browsers', async () => {
    const { parent, remove } = await aFamily()
    const elsewhere = await app.as(parent)
    const statuses = (await Promise.all([remove(), remove()])).map(({ status }) => status)
    expect(statuses.sort()).toEqual([200, 401])
    expect((await elsewhere.get('/api/profile')).status).toBe(401)
    const record = await rows(
      app.services.db,
      sql`select from audit_log where row_id = ${parent.id} and action = 'account.remove'`,
    )
    expect(record).toHaveLength(1)
  })

  it('leaves nothing of concurrent requests by the same person', async () => {
    const { words, parent, remove } = await aFamily()
    const client = await app.as(parent)
    await make.aChild(parent)
    const responses = await Promise.all([
      remove(),
      client.patch('/api/profile', { full_name: words.parent, phone: words.phone, version: 1 }),
      client.post('/api/children', { name: words.child }),
    ])
    expect(responses[0].status).toBe(200)
    expect(await columnsContaining(app.services.db, Object.values(words))).toEqual([])
  })
})
