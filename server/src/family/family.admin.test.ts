import { beforeEach, describe, expect, it } from 'vitest'
import { mailsTo } from '../../testing/auth'
import { buildersFor } from '../../testing/builders'
import { joinInto, tokenMailedTo } from '../../testing/family'
import { storedRows } from '../../testing/rows'
import { testApp } from '../../testing/test-app'
import { sql } from '../db/sql'

const app = await testApp({ env: { SMTP_URL: 'smtp://localhost:1' } })
const { db, config } = app.services
const make = buildersFor(db)
const admin = await make.anAdmin({ full_name: 'Rosa Medina' })
const staff = await app.as(admin)

let dana: { id: string; email: string; full_name: string }
let count = 0
let email: string
beforeEach(async () => {
  app.setNow('2026-11-16T09:00:00-05:00')
  email = `al${++count}@example.com`
  dana = await make.aParent({ full_name: 'Dana Okafor', email: `dana${count}@example.com`, language: 'es' })
})

const path = (id = dana.id) => `/api/admin/parents/${id}/family-invitations`
const invite = (address = email, headers?: Record<string, string>, id = dana.id) =>
  staff.post(path(id), { email: address }, headers)
const signUp = (token: string) =>
  app.visitor.post('/api/join/sign-up', { token, full_name: 'Al Okafor', password: 'sunset over water' })

describe('staff inviting an adult', () => {
  it("mails a link in the office's name and the family's language, and lists the invitation", async () => {
    const { status, body } = await invite(` ${email.toUpperCase()} `)
    expect([status, body.rows]).toEqual([200, [expect.objectContaining({ email })]])
    expect((await staff.get(path())).body).toEqual(body)
    const [mail, ...more] = await mailsTo(app, email)
    expect(more).toEqual([])
    expect(mail?.subject).toBe(`Le invitaron a la familia de Dana Okafor en ${config.program.name}`)
    expect(JSON.stringify(mail)).not.toContain('Rosa')
    expect(await storedRows(db, 'audit_log', sql`where row_id = ${dana.id}`)).toMatchObject([
      { action: 'parent.invite-adult', actor_id: admin.id, detail: {} },
    ])
    expect((await (await app.as(dana)).get('/api/family')).body.invitations).toMatchObject([{ email }])
  })

  it('tells every adult of the family once, in their language, without the link', async () => {
    const kemi = await make.aParent({ full_name: 'Kemi Okafor' })
    await joinInto(app, dana, kemi)
    await invite()
    const subjects = await Promise.all(
      [dana, kemi].map(async (adult) => (await mailsTo(app, adult.email)).map(({ subject }) => subject)),
    )
    expect(subjects).toEqual([
      [`La oficina de cuidado después de clases invitó a alguien a su familia en ${config.program.name}`],
      [`The aftercare office invited someone to your family at ${config.program.name}`],
    ])
    const token = await tokenMailedTo(app, email)
    expect(JSON.stringify(await mailsTo(app, kemi.email))).not.toContain(token)
  })

  it('leads to a page that names family and office, and lets them join', async () => {
    await invite()
    const token = await tokenMailedTo(app, email)
    expect((await app.visitor.post('/api/join/preview', { token })).body).toMatchObject({
      invited_by: 'Dana Okafor',
      by_office: true,
      state: 'sign_up',
    })
    expect((await signUp(token)).status).toBe(200)
    expect((await staff.get(`/api/admin/parents/${dana.id}`)).body.adults).toMatchObject([{ email }])
    expect((await staff.get(path())).body.rows).toEqual([])
  })

  it('stores one invitation for a double click or a lost response', async () => {
    const key = { 'idempotency-key': `invite ${email}` }
    const answers = await Promise.all([invite(email, key), invite(email, key)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(await mailsTo(app, email)).toHaveLength(1)
  })

  it('of two colleagues at once tells one that it was sent already', async () => {
    const answers = await Promise.all([invite(), invite()])
    expect(answers.map(({ status, body }) => body.error?.code ?? status).sort()).toEqual([
      200,
      'already-invited',
    ])
    expect(await mailsTo(app, email)).toHaveLength(1)
  })

  it('works on after the colleague who sent it is no longer staff', async () => {
    const ben = await make.anAdmin({ full_name: 'Ben Castellano' })
    await (await app.as(ben)).post(path(), { email })
    const token = await tokenMailedTo(app, email)
    expect((await staff.delete(`/api/admin/admins/${ben.id}`)).status).toBe(200)
    expect((await signUp(token)).status).toBe(200)
  })

  it('keeps to the rules of the family', async () => {
    const kemi = await make.aParent()
    await joinInto(app, dana, kemi)
    expect((await invite(kemi.email.toUpperCase())).body.error.code).toBe('in-family')
    await invite(`bo${email}`)
    await (await app.as(kemi)).post('/api/family/invitations', { email: `cy${email}` })
    expect((await invite()).body.error.fields).toEqual({
      email: 'A family can have up to 4 adults, open invitations included.',
    })
    expect(await mailsTo(app, email)).toEqual([])
  })

  it('sends again with a new link and cancels, whoever invited', async () => {
    const { body } = await (await app.as(dana)).post('/api/family/invitations', { email })
    const first = await tokenMailedTo(app, email)
    const again = await staff.post(`${path()}/${body.invitations[0].id}/send-again`, {})
    expect(again.status).toBe(200)
    const second = await tokenMailedTo(app, email)
    expect((await signUp(first)).status).toBe(404)
    const cancelled = await staff.delete(`${path()}/${again.body.rows[0].id}`)
    expect([cancelled.status, cancelled.body.rows]).toEqual([200, []])
    expect((await signUp(second)).status).toBe(404)
    expect((await staff.delete(`${path()}/${again.body.rows[0].id}`)).status).toBe(404)
    const log = await storedRows(db, 'audit_log', sql`where row_id = ${dana.id} order by id`)
    expect(log.map(({ action }) => action)).toEqual([
      'family.invite',
      'parent.invite-adult',
      'parent.cancel-adult-invitation',
    ])
  })

  it('ends if the sign-up that it led to is replaced: the family may be somebody else now', async () => {
    const address = `ana${count}@example.com`
    const signUpAs = (full_name: string) =>
      app.visitor.post('/api/auth/sign-up', { full_name, email: address, password: 'sunset over water' })
    await signUpAs('Ana Silva')
    const [account] = await storedRows(db, 'accounts', sql`where email = ${address}`)
    expect((await invite(email, {}, account?.id)).status).toBe(200)
    const token = await tokenMailedTo(app, email)
    await signUpAs('Ana Soares')
    expect((await signUp(token)).status).toBe(404)
    expect((await staff.get(path(account?.id))).body.rows).toEqual([])
  })

  it('mails nobody a link into a suspended family, which would open nothing', async () => {
    const { body } = await invite()
    await staff.patch(`/api/admin/parents/${dana.id}`, { status: 'suspended', version: 1 })
    const sentence = 'This family is suspended. Change the status first.'
    const again = await staff.post(`${path()}/${body.rows[0].id}/send-again`, {})
    const other = await invite(`x${email}`)
    for (const { status, body } of [again, other])
      expect([status, body.error.message]).toEqual([409, sentence])
    expect(await mailsTo(app, email)).toHaveLength(1)
    expect(await mailsTo(app, `x${email}`)).toEqual([])
    expect((await staff.get(path())).body.rows).toEqual(body.rows)
  })

  it.each(['', 'kemi', 'a@x.org, b@x.org'])('refuses the address %j with a sentence', async (address) => {
    const { status, body } = await invite(address)
    expect([status, Object.keys(body.error.fields)]).toEqual([422, ['email']])
  })

  it('is refused for an adult who joined, an unknown family, another family, and everybody but admins', async () => {
    const kemi = await make.aParent()
    await joinInto(app, dana, kemi)
    expect((await invite(email, undefined, kemi.id)).status).toBe(404)
    expect((await invite(email, undefined, '00000000-0000-4000-8000-000000000000')).status).toBe(404)
    const { body } = await invite()
    const other = await make.aParent()
    expect((await staff.delete(`${path(other.id)}/${body.rows[0].id}`)).status).toBe(404)
    for (const client of [await app.as(dana), await app.as(await make.anAide())])
      expect((await client.post(path(), { email: `x${email}` })).status).toBe(403)
  })
})
