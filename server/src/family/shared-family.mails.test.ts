import { describe, expect, it } from 'vitest'
import { mailsTo } from '../../testing/auth'
import { deleteAccount } from '../../testing/delete-account'
import { invitationTo, joinInto, tokenMailedTo } from '../../testing/family'
import { composeAllEvents } from '../../testing/mails'
import { startWithFamilies } from '../../testing/shared-family'
import { execute, sql } from '../db/sql'

const { app, make, december, staff, aSharedFamily } = await startWithFamilies()

describe('mails', () => {
  it('go to the sender, and to each other adult with the name before the greeting', async () => {
    const { dana, kemi, register, second } = await aSharedFamily()
    const al = await make.aParent({ full_name: 'Al Okafor' })
    await joinInto(app, dana, al)
    await register(second)
    const [own] = await mailsTo(app, kemi.email)
    expect(own?.text).not.toContain('Sent by')
    for (const { email } of [dana, al]) {
      const [copy, ...more] = await mailsTo(app, email)
      expect(more).toEqual([])
      expect([copy?.template, copy?.subject]).toEqual([own?.template, own?.subject])
      const lines = (copy?.text ?? '').split('\n').filter((line) => line.trim() !== '')
      const at = lines.indexOf('Sent by Kemi Okafor.')
      expect(at).toBeGreaterThanOrEqual(0)
      // Otherwise the same mail.
      expect(lines.toSpliced(at, 1)).toEqual(
        (own?.text ?? '').split('\n').filter((line) => line.trim() !== ''),
      )
    }
  })

  it('of a drop-in and an edit too; a suspended adult gets none', async () => {
    const { dana, kemi, child, register, first, second } = await aSharedFamily()
    const al = await make.aParent({ full_name: 'Al Okafor', status: 'suspended' })
    await joinInto(app, dana, al)
    await first.post('/api/drop-ins', { child_id: child.id, dropin_date: '2026-11-16', agreed: true })
    const { id } = (await register(second)).body.rows[0]
    await first.patch(`/api/submissions/${id}`, { selected_days: [10], agreed: true, version: 1 })
    await second.patch(`/api/submissions/${id}`, { selected_days: [11], agreed: true, version: 2 })
    await composeAllEvents(app.services)
    const sent = async (email: string) =>
      (await mailsTo(app, email))
        .map(({ template, text }) => [template, /Sent by .*\./.exec(text)?.[0]])
        .sort()
    expect(await sent(dana.email)).toEqual([
      ['dropin-parent', undefined],
      ['monthly-parent', 'Sent by Kemi Okafor.'],
      // Edits within ten minutes are one mail, from whoever edited last.
      ['registration-changed', 'Sent by Kemi Okafor.'],
    ])
    expect(await sent(kemi.email)).toEqual([
      ['dropin-parent', 'Sent by Dana Okafor.'],
      ['monthly-parent', undefined],
      ['registration-changed', undefined],
    ])
    expect(await sent(al.email)).toEqual([])
  })

  it('about what staff did greet each adult', async () => {
    const { dana, kemi, register, second } = await aSharedFamily()
    const { id } = (await register(second)).body.rows[0]
    await staff.post(`/api/admin/submissions/${id}/cancel`, { reason: 'Moved', fee: 'none', version: 1 })
    for (const { email, full_name } of [dana, kemi]) {
      const mail = (await mailsTo(app, email)).find(({ template }) => template === 'registration-cancelled')
      expect(mail?.text).toContain(`Hello ${full_name},`)
      expect(mail?.text).not.toContain('Sent by')
    }
  })

  it('about a child that staff corrected reach every adult', async () => {
    const { dana, kemi, child } = await aSharedFamily()
    const change = { name: 'Amara', allergies: 'Peanuts', version: 1 }
    expect((await staff.patch(`/api/admin/children/${child.id}`, change)).status).toBe(200)
    for (const { email, full_name } of [dana, kemi]) {
      const mail = (await mailsTo(app, email)).find(({ template }) => template === 'child-changed')
      expect(mail?.text).toContain(`Hello ${full_name},`)
    }
  })

  it('about a child reach only the first adult while the family is suspended', async () => {
    const { dana, kemi, child } = await aSharedFamily()
    await execute(app.services.db, sql`update profiles set status = 'suspended' where id = ${dana.id}`)
    const change = { name: 'Amara', allergies: 'Peanuts', version: 1 }
    expect((await staff.patch(`/api/admin/children/${child.id}`, change)).status).toBe(200)
    const templates = async (email: string) => (await mailsTo(app, email)).map(({ template }) => template)
    expect(await templates(dana.email)).toEqual(['child-changed'])
    expect(await templates(kemi.email)).toEqual([])
  })

  it('to the families of a day reach every adult once per address', async () => {
    const { dana, kemi, register, second } = await aSharedFamily()
    await register(second, [14])
    await make.aGuestRegistration(december, { guest_parent_email: kemi.email, selected_days: [14] })
    const message = { date: '2026-12-14', subject: 'Shoes', text: 'Bring shoes.', cancelled: false }
    const { status, body } = await staff.post('/api/admin/family-messages', message)
    expect([status, body.families]).toEqual([200, 2])
    for (const { email } of [dana, kemi])
      expect(
        (await mailsTo(app, email)).filter(({ template }) => template === 'family-message'),
      ).toHaveLength(1)
  })
})

describe('mails about who is brought into the family', () => {
  const templatesTo = async (email: string) =>
    (await mailsTo(app, email)).map(({ template }) => template).filter((name) => name.startsWith('family-'))

  it('go to the other adults in their language when somebody is invited, without the link', async () => {
    const { dana, kemi, second } = await aSharedFamily()
    const al = await make.aParent({ full_name: 'Al Okafor', language: 'es' })
    await joinInto(app, dana, al)
    await second.post('/api/family/invitations', { email: 'stranger@example.com' })
    const [toDana] = (await mailsTo(app, dana.email)).filter(({ template }) => template === 'family-invited')
    expect(toDana?.subject).toBe('Kemi Okafor invited someone to your family at Preschool Aftercare')
    expect(toDana?.text).toContain('stranger@example.com')
    expect(toDana?.text).not.toContain('/join/')
    const [toAl] = (await mailsTo(app, al.email)).filter(({ template }) => template === 'family-invited')
    expect(toAl?.subject).toBe('Kemi Okafor invitó a alguien a su familia en Preschool Aftercare')
    expect(await templatesTo(kemi.email)).toEqual([])
    expect(await templatesTo('stranger@example.com')).toEqual(['family-invitation'])
  })

  it('go to the other adults, the inviter too, when somebody joins', async () => {
    const { dana, kemi, second } = await aSharedFamily()
    const al = await make.aParent({ full_name: 'Al Okafor' })
    const token = await invitationTo(app, second, al.email)
    expect((await (await app.as(al)).post('/api/join', { token })).status).toBe(200)
    for (const { email } of [dana, kemi]) {
      const mail = (await mailsTo(app, email)).find(({ template }) => template === 'family-joined')
      expect(mail?.subject).toBe('Al Okafor joined your family at Preschool Aftercare')
      expect(mail?.text).toContain(al.email)
    }
    expect(await templatesTo(al.email)).toEqual(['family-invitation'])
  })

  it('do not reach a suspended adult, nor anybody in a family of one', async () => {
    const { dana, kemi, first } = await aSharedFamily()
    await execute(app.services.db, sql`update profiles set status = 'suspended' where id = ${kemi.id}`)
    await first.post('/api/family/invitations', { email: 'third@example.com' })
    for (const { email } of [dana, kemi]) expect(await templatesTo(email)).toEqual([])
    const alone = await make.aParent()
    await (await app.as(alone)).post('/api/family/invitations', { email: 'other@example.com' })
    expect(await templatesTo(alone.email)).toEqual([])
  })

  it('name an invited person no more once that person has erased their account', async () => {
    const { dana, second } = await aSharedFamily()
    const al = await make.aParent({ full_name: 'Al Okafor' })
    await second.post('/api/family/invitations', { email: al.email })
    expect(await templatesTo(dana.email)).toEqual(['family-invited'])
    expect((await deleteAccount(app, al)).status).toBe(200)
    expect(await templatesTo(dana.email)).toEqual([])
  })

  it('belongs to whoever sent it last, and ends with their membership', async () => {
    const { kemi, first, second } = await aSharedFamily()
    const email = 'passed-on@example.com'
    await first.post('/api/family/invitations', { email })
    const [invitation] = (await second.get('/api/family')).body.invitations
    await second.post(`/api/family/invitations/${invitation.id}/send-again`, {})
    const token = await tokenMailedTo(app, email)
    expect((await app.visitor.post('/api/join/preview', { token })).status).toBe(200)
    expect((await first.delete(`/api/family/adults/${kemi.id}`)).status).toBe(200)
    const opened = await app.visitor.post('/api/join/preview', { token })
    expect([opened.status, opened.body.error.message]).toEqual([404, 'This invitation is no longer valid.'])
    expect((await first.get('/api/family')).body.invitations).toEqual([])
  })
})
