import { MAX_LENGTH } from '@aftercare/domain/lib/field-lengths'
import { DEFAULT_TEMPLATES } from '@aftercare/domain/mail/mail-templates'
import { beforeEach, describe, expect, test } from 'vitest'
import { buildersFor } from '../../testing/builders'
import { testApp } from '../../testing/test-app'
import { execute, rows, sql } from '../db/sql'
import { seedSiteContent } from './seed-site-content'

const PROGRAM = '/api/admin/program'
const AGREEMENT = '/api/admin/site-content/agreements/registration_agreement'
const TEMPLATES = '/api/admin/site-content/email_templates'

const app = await testApp({ env: { CONTACT_EMAIL: 'aftercare@example.com' } })
const { db } = app.services
const make = buildersFor(db)
const staff = await app.as(await make.anAdmin())

async function saveProgram(values: { name?: string; contact_email?: string }) {
  const { body } = await staff.get(PROGRAM)
  const saved = await staff.put(PROGRAM, { ...body, ...values })
  expect(saved.status).toBe(200)
}
const texts = async () => {
  const stored = await rows<{ section_name: string; content: unknown; spanish: unknown; version: number }>(
    db,
    sql`select section_name, content, spanish, version from site_content order by section_name`,
  )
  return Object.fromEntries(stored.map((row) => [row.section_name, row]))
}
const countAudits = async () =>
  (await rows(db, sql`select 1 from audit_log where action = 'site-content.save'`)).length

beforeEach(async () => {
  await execute(db, sql`delete from settings where key = 'program'`)
  await execute(db, sql`delete from site_content`)
  app.services.config.program.contactEmail = 'aftercare@example.com'
  await seedSiteContent(app.services)
})

describe('a new contact address', () => {
  test('replaces the old one in the default texts, recorded and sent to open pages', async () => {
    const frames: string[] = []
    const stop = app.services.streams.add({
      viewer: { account: null, roles: ['visitor'] },
      write: (frame) => frames.push(frame.toString()),
      end: () => undefined,
    })
    const audits = await countAudits()
    await saveProgram({ contact_email: 'office@hill.example' })
    const { about_aftercare, registration_agreement, dropin_agreement, email_templates } = await texts()
    expect(about_aftercare).toMatchObject({ version: 2, content: { contact: 'office@hill.example' } })
    expect(registration_agreement?.version).toBe(2)
    expect(JSON.stringify(registration_agreement)).toContain('by email to office@hill.example.')
    expect([dropin_agreement?.version, email_templates?.version]).toEqual([1, 1])
    expect(JSON.stringify(await texts())).not.toContain('aftercare@example.com')
    expect(await countAudits()).toBe(audits + 2)
    await expect.poll(() => frames.join()).toContain('"contact":"office@hill.example"')
    stop()

    await saveProgram({ contact_email: 'desk@hill.example' })
    expect((await texts()).about_aftercare).toMatchObject({
      version: 3,
      content: { contact: 'desk@hill.example' },
    })
  })

  test('replaces the old one in the words of staff too, in both languages, but not within a longer address', async () => {
    const items = (email: string) => [`**Write to "${email}".**`, 'Not to xaftercare@example.com.']
    const old = { items: items('Aftercare@Example.com'), version: 1 }
    const spanish = { text: ['Escriba a aftercare@example.com.'], outdated: false }
    expect((await staff.put(AGREEMENT, { ...old, spanish })).status).toBe(200)
    // The Spanish is not translated again, so it is to be checked.
    expect(
      (await staff.put(AGREEMENT, { ...old, items: [...old.items, 'Bring a snack.'], version: 2 })).status,
    ).toBe(200)
    const subject = 'Questions: aftercare@example.com'
    const content = { ...DEFAULT_TEMPLATES, 'monthly-parent': { subject, preheader: '' } }
    expect((await staff.put(TEMPLATES, { content, version: 1 })).status).toBe(200)
    await saveProgram({ contact_email: 'office@hill.example' })
    const { registration_agreement, email_templates } = await texts()
    expect(registration_agreement).toMatchObject({
      version: 4,
      content: { items: [...items('office@hill.example'), 'Bring a snack.'] },
      spanish: { text: ['Escriba a office@hill.example.'], outdated: true },
    })
    expect(email_templates).toMatchObject({
      version: 3,
      content: { 'monthly-parent': { subject: 'Questions: office@hill.example' } },
    })
    const shown = await app.visitor.get('/api/site-content/registration_agreement')
    expect(shown.body.content).toEqual(registration_agreement?.content)
  })

  test('leaves lines that can be agreed to, also where they become longer than staff can type them', async () => {
    const full = `${'x'.repeat(MAX_LENGTH.agreementItem - 23)} aftercare@example.com.`
    expect((await staff.put(AGREEMENT, { items: [full], version: 1 })).status).toBe(200)
    await saveProgram({ contact_email: `${'o'.repeat(60)}@hill.example` })
    const { body } = await app.visitor.get('/api/site-content/registration_agreement')
    const { items } = body.content
    const family = await make.aParent()
    const child = await make.aChild(family)
    const month = await make.aMonth()
    const registered = await (await app.as(family)).post('/api/submissions', {
      month_id: month.id,
      child_ids: [child.id],
      selected_days: [1],
      agreed: true,
      agreement: { language: 'en', items },
    })
    expect([items[0]?.length, registered.status]).toEqual([1052, 200])
  })

  test('is not stored in the texts if saving the details fails', async () => {
    const { body } = await staff.get(PROGRAM)
    const stale = { ...body, contact_email: 'office@hill.example', version: body.version + 1 }
    expect((await staff.put(PROGRAM, stale)).status).toBe(409)
    expect((await texts()).about_aftercare?.version).toBe(1)
  })
})

test('another change of the details leaves the texts alone', async () => {
  await saveProgram({ name: 'Hill' })
  expect(Object.values(await texts()).map(({ version }) => version)).toEqual([1, 1, 1, 1])
})

describe('another address of the environment', () => {
  const startWith = async (contactEmail: string) => {
    app.services.config.program.contactEmail = contactEmail
    await seedSiteContent(app.services)
  }

  test('is in the texts from the next start on, also where staff changed their words', async () => {
    const items = ['Write to aftercare@example.com.']
    expect((await staff.put(AGREEMENT, { items, version: 1 })).status).toBe(200)
    const audits = await countAudits()
    await startWith('office@hill.example')
    const { about_aftercare, registration_agreement } = await texts()
    // The version tells whether staff have described the programme.
    expect(about_aftercare).toMatchObject({ version: 1, content: { contact: 'office@hill.example' } })
    expect(registration_agreement).toMatchObject({ content: { items: ['Write to office@hill.example.'] } })
    expect(JSON.stringify(await texts())).not.toContain('aftercare@example.com')
    expect(await countAudits()).toBe(audits + 2)
    await startWith('office@hill.example')
    expect(await countAudits()).toBe(audits + 2)
  })

  test('leaves texts alone that name an earlier address once staff have saved the details', async () => {
    await saveProgram({ contact_email: 'desk@hill.example' })
    const items = ['Never to aftercare@example.com.']
    expect((await staff.put(AGREEMENT, { items, version: 2 })).status).toBe(200)
    // As `loadProgram` reads it: what staff saved wins.
    await startWith('desk@hill.example')
    expect((await texts()).registration_agreement).toMatchObject({ version: 3, content: { items } })
  })
})
