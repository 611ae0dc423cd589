import { beforeEach, describe, expect, it } from 'vitest'
import { mailsTo } from '../../testing/auth'
import { buildersFor } from '../../testing/builders'
import { columnsContaining } from '../../testing/columns-containing'
import { invitationTo, joinInto, tokenMailedTo } from '../../testing/family'
import { type TestClient, testApp } from '../../testing/test-app'
import { execute, rows, sql } from '../db/sql'

const MONDAY = '2026-11-16T09:00:00-05:00'
const app = await testApp({ env: { SMTP_URL: 'smtp://localhost:1' } })
const make = buildersFor(app.services.db)

let dana: { id: string; email: string; full_name: string }
let first: TestClient
let count = 0
let domain = ''

beforeEach(async () => {
  app.setNow(MONDAY)
  domain = `f${++count}.example.com`
  dana = await make.aParent({ full_name: 'Dana Okafor', email: `dana@${domain}` })
  first = await app.as(dana)
})

const invite = (client: TestClient, email: string) => client.post('/api/family/invitations', { email })
const codeOf = ({ status, body }: { status: number; body: { error?: { code: string } } }) =>
  status === 200 ? 'ok' : body.error?.code
const preview = (token: string) => app.visitor.post('/api/join/preview', { token })

describe('the family', () => {
  it('is oneself at first, without invitations', async () => {
    expect((await first.get('/api/family')).body).toEqual({
      adults: [{ id: dana.id, name: 'Dana Okafor', email: dana.email, first: true, you: true }],
      invitations: [],
    })
  })

  it('lists oneself first, then the first adult, then the others, with name and email only', async () => {
    const [al, kemi] = [
      await make.aParent({ full_name: '', phone: '555' }),
      await make.aParent({ phone: '556' }),
    ]
    await joinInto(app, dana, al)
    app.setNow('2026-11-16T10:00:00-05:00')
    await joinInto(app, dana, kemi)
    const { body } = await (await app.as(kemi)).get('/api/family')
    expect(body.adults.map((adult: { id: string }) => adult.id)).toEqual([kemi.id, dana.id, al.id])
    expect(body.adults[2]).toEqual({ id: al.id, name: al.email, email: al.email, first: false, you: false })
  })
})

describe('inviting', () => {
  it('sends one mail with a link, and lists the invitation', async () => {
    const { status, body } = await invite(first, ` KEMI@${domain}`)
    expect(status).toBe(200)
    expect(body.invitations).toEqual([
      {
        id: expect.any(String),
        email: `kemi@${domain}`,
        sent_at: expect.stringMatching(/^2026-11-16T14:00/),
        expires_at: expect.stringMatching(/^2026-11-23T14:00/),
      },
    ])
    const [mail, ...more] = await mailsTo(app, `kemi@${domain}`)
    expect(more).toEqual([])
    expect(mail?.subject).toBe(
      `Dana Okafor invited you to their family at ${app.services.config.program.name}`,
    )
    expect(mail?.text).toMatch(/\/join\/[\w-]{43}\s/)
    expect(mail?.text).toContain('works once and expires in 7 days')
  })

  it('stores the hash of the token only, except in the mail until it is sent', async () => {
    const token = await invitationTo(app, first, `kemi@${domain}`)
    expect(await columnsContaining(app.services.db, [token])).toEqual(['outbox.text', 'outbox.content'])
    const [mail] = await rows(
      app.services.db,
      sql`select is_secret from outbox where to_email = ${`kemi@${domain}`}`,
    )
    expect(mail).toEqual({ is_secret: true })
  })

  it.each([
    '',
    'kemi',
    'kemi@@x.org',
    `${'k'.repeat(300)}@x.org`,
    'a@x.org, b@x.org',
    'a@x.org\nbcc: b@x.org',
  ])('refuses the address %j with a sentence', async (email) => {
    const { status, body } = await invite(first, email)
    expect(status).toBe(422)
    expect(body.error.fields.email).toMatch(/^\w/)
  })

  it("refuses one's own address, a member's and one already invited, and sends nothing", async () => {
    const kemi = await make.aParent({ email: `kemi@${domain}` })
    await joinInto(app, dana, kemi)
    await invite(first, `al@${domain}`)
    expect(codeOf(await invite(first, dana.email.toUpperCase()))).toBe('in-family')
    expect(codeOf(await invite(first, kemi.email))).toBe('in-family')
    const again = await invite(await app.as(kemi), `al@${domain}`)
    expect(codeOf(again)).toBe('already-invited')
    expect(again.body.error.fields.email).toBe(again.body.error.message)
    expect(await mailsTo(app, `al@${domain}`)).toHaveLength(1)
    // Addresses that contain one another are different people.
    expect(codeOf(await invite(first, `emi@${domain}`))).toBe('ok')
  })

  it('answers the same for an account, a staff account and nobody', async () => {
    const admin = await make.anAdmin()
    const other = await make.aParent()
    await make.aChild(other)
    const answers = []
    for (const email of [admin.email, other.email, `nobody@${domain}`]) {
      const { status, body } = await invite(first, email)
      const { id } = body.invitations[0]
      answers.push({ status, adults: body.adults.length, invitations: body.invitations.length })
      await first.delete(`/api/family/invitations/${id}`)
    }
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
  })

  it('allows four adults, open invitations included; expired ones take no place', async () => {
    await joinInto(app, dana, await make.aParent())
    expect(codeOf(await invite(first, `a@${domain}`))).toBe('ok')
    expect(codeOf(await invite(first, `b@${domain}`))).toBe('ok')
    const full = await invite(first, `c@${domain}`)
    expect(codeOf(full)).toBe('family-full')
    expect(full.body.error.message).toContain('up to 4 adults')
    app.setNow('2026-11-23T09:01:00-05:00')
    expect((await first.get('/api/family')).body.invitations).toEqual([])
    expect(codeOf(await invite(first, `c@${domain}`))).toBe('ok')
  })

  it('sends at most ten mails a day for the whole family', async () => {
    const token = await invitationTo(app, first, `kemi@${domain}`)
    expect((await preview(token)).status).toBe(200)
    const open = async () => (await first.get('/api/family')).body.invitations[0]?.id
    for (let mails = 1; mails < 10; mails++)
      expect(codeOf(await first.post(`/api/family/invitations/${await open()}/send-again`))).toBe('ok')
    const eleventh = await first.post(`/api/family/invitations/${await open()}/send-again`)
    expect(codeOf(eleventh)).toBe('too-many-invitations')
    // Refused as a whole: the last link still works.
    expect((await preview(await tokenMailedTo(app, `kemi@${domain}`))).status).toBe(200)
    expect(await mailsTo(app, `kemi@${domain}`)).toHaveLength(10)
    app.setNow('2026-11-17T00:01:00-05:00')
    expect(codeOf(await first.post(`/api/family/invitations/${await open()}/send-again`))).toBe('ok')
  })

  it('answers 200 invitations in a minute with a sentence each', async () => {
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, n) => invite(first, `flood${n}@${domain}`)),
    )
    const codes = answers.map(codeOf)
    expect(codes.filter((code) => code === 'ok')).toHaveLength(3)
    expect(new Set(codes)).toEqual(new Set(['ok', 'family-full', 'too-many']))
    for (const { status } of answers) expect(status).toBeLessThan(500)
  })

  it('shows markup in names as text', async () => {
    await execute(
      app.services.db,
      sql`update profiles set full_name = '<img src=x onerror=alert(1)>' where id = ${dana.id}`,
    )
    const token = await invitationTo(app, await app.as(dana), `kemi@${domain}`)
    expect((await preview(token)).body.invited_by).toBe('<img src=x onerror=alert(1)>')
    const [mail] = await mailsTo(app, `kemi@${domain}`)
    expect(mail?.subject).toContain('<img src=x onerror=alert(1)> invited you')
  })
})

describe('an open invitation', () => {
  it('gets a new link when it is sent again; the old one stops', async () => {
    const old = await invitationTo(app, first, `kemi@${domain}`)
    const [{ id }] = (await first.get('/api/family')).body.invitations
    const { body } = await first.post(`/api/family/invitations/${id}/send-again`)
    expect(body.invitations).toHaveLength(1)
    const token = await tokenMailedTo(app, `kemi@${domain}`)
    expect((await preview(old)).status).toBe(404)
    expect((await preview(token)).status).toBe(200)
    expect((await first.post(`/api/family/invitations/${id}/send-again`)).status).toBe(404)
  })

  it('is cancelled by any adult, and only once', async () => {
    const kemi = await make.aParent()
    await joinInto(app, dana, kemi)
    const token = await invitationTo(app, first, `al@${domain}`)
    const [{ id }] = (await first.get('/api/family')).body.invitations
    const member = await app.as(kemi)
    expect((await member.delete(`/api/family/invitations/${id}`)).body.invitations).toEqual([])
    expect((await member.delete(`/api/family/invitations/${id}`)).status).toBe(404)
    expect((await preview(token)).body.error.message).toBe('This invitation is no longer valid.')
  })

  it("is not another family's to send or cancel", async () => {
    const token = await invitationTo(app, first, `kemi@${domain}`)
    const [{ id }] = (await first.get('/api/family')).body.invitations
    const stranger = await app.as(await make.aParent())
    expect((await stranger.post(`/api/family/invitations/${id}/send-again`)).status).toBe(404)
    expect((await stranger.delete(`/api/family/invitations/${id}`)).status).toBe(404)
    expect((await preview(token)).status).toBe(200)
  })
})
