import { beforeEach, describe, expect, test } from 'vitest'
import { buildersFor } from '../../testing/builders'
import { testApp } from '../../testing/test-app'
import { execute, rows, sql } from '../db/sql'
import { seedSiteContent } from './seed-site-content'

const PROGRAM = '/api/admin/program'
const AGREEMENT = '/api/admin/site-content/agreements/registration_agreement'

const app = await testApp({ env: { CONTACT_EMAIL: 'aftercare@example.com' } })
const { db } = app.services
const staff = await app.as(await buildersFor(db).anAdmin())

async function saveProgram(values: { name?: string; contact_email?: string }) {
  const { body } = await staff.get(PROGRAM)
  const saved = await staff.put(PROGRAM, { ...body, ...values })
  expect(saved.status).toBe(200)
}
const texts = async () => {
  const stored = await rows<{ section_name: string; content: unknown; version: number }>(
    db,
    sql`select section_name, content, version from site_content order by section_name`,
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

  test('leaves a text that staff have changed', async () => {
    const items = ['Changes must be requested by email to aftercare@example.com.']
    expect((await staff.put(AGREEMENT, { items, version: 1 })).status).toBe(200)
    await saveProgram({ contact_email: 'office@hill.example' })
    const { about_aftercare, registration_agreement } = await texts()
    expect(registration_agreement).toMatchObject({ version: 2, content: { items } })
    expect(about_aftercare?.version).toBe(2)
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
