import { MAX_LENGTH } from '@aftercare/domain/lib/field-lengths'
import { DEFAULT_TEMPLATES } from '@aftercare/domain/mail/mail-templates'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildersFor } from '../../testing/builders'
import { storedRows } from '../../testing/rows'
import { saveWithVersion } from '../../testing/save-with-version'
import { type TestClient, testApp } from '../../testing/test-app'
import { execute, sql } from '../db/sql'
import { seedSiteContent } from './seed-site-content'

let rosa: { id: string }
let staff: TestClient
let parent: TestClient

const app = await testApp()
beforeAll(async () => {
  const { anAdmin, aParent } = buildersFor(app.services.db)
  rosa = await anAdmin()
  staff = await app.as(rosa)
  parent = await app.as(await aParent())
})
beforeEach(async () => {
  await execute(app.services.db, sql`delete from site_content`)
  await seedSiteContent(app.services)
})

const rowsOf = (section: string) =>
  storedRows(app.services.db, 'site_content', sql`where section_name = ${section}`)

const ABOUT = '/api/rpc/update_about_aftercare'
const about = {
  _user_id: 'somebody else',
  _title: 'Our afternoons',
  _description: 'Play and rest.',
  _program_hours: '3:30 PM - 6:00 PM',
  _pricing: '$20 a day',
  _contact: 'office@example.com',
}

describe('update_about_aftercare', () => {
  test("stores the trimmed text with the signed-in admin's id, and parents see it", async () => {
    const { status, body } = await staff.post(ABOUT, { ...about, _title: '  Our afternoons ' })
    expect(status).toBe(200)
    expect(body).toMatchObject({ title: 'Our afternoons', version: 2, updated_by: rosa.id })
    const shown = await app.visitor.get('/api/site-content/about_aftercare')
    expect(shown.body).toMatchObject({
      title: 'Our afternoons',
      description: 'Play and rest.',
      content: { description: 'Play and rest.', pricing: '$20 a day', contact: 'office@example.com' },
    })
    expect(await rowsOf('about_aftercare')).toHaveLength(1)
    const [entry] = await storedRows(
      app.services.db,
      'audit_log',
      sql`where action = 'site-content.save' and row_id = 'about_aftercare'`,
    )
    expect(entry?.actor_id).toBe(rosa.id)
  })

  test.each([
    ['_title', 100, 'Title is required', 'Title must be less than 100 characters'],
    ['_description', 500, 'Description is required', 'Description must be less than 500 characters'],
    ['_program_hours', 100, 'Program hours are required', 'Program hours must be less than 100 characters'],
    ['_pricing', 200, 'Pricing information is required', 'Pricing must be less than 200 characters'],
    ['_contact', 200, 'Contact information is required', 'Contact must be less than 200 characters'],
  ])('checks %s', async (field, most, required, tooLong) => {
    const blank = await staff.post(ABOUT, { ...about, [field]: '   ' })
    expect(blank).toMatchObject({ status: 422, body: { error: { fields: { [field]: required } } } })
    const long = await staff.post(ABOUT, { ...about, [field]: 'x'.repeat(most + 1) })
    expect(long).toMatchObject({ status: 422, body: { error: { fields: { [field]: tooLong } } } })
    const exact = await staff.post(ABOUT, { ...about, [field]: ` ${'x'.repeat(most)} ` })
    expect(exact.status).toBe(200)
  })

  test('rejects replacing what another admin has saved since', async () => {
    await staff.post(ABOUT, { ...about, version: 1 })
    const stale = await staff.post(ABOUT, { ...about, _title: 'Mine', version: 1 })
    const error = { code: 'stale-version', stored: { title: 'Our afternoons', version: 2 } }
    expect(stale).toMatchObject({ status: 409, body: { error } })
    expect((await rowsOf('about_aftercare'))[0]?.title).toBe('Our afternoons')
  })

  test('is forbidden to parents and visitors', async () => {
    expect((await parent.post(ABOUT, about)).status).toBe(403)
    expect((await app.visitor.post(ABOUT, about)).status).toBe(401)
    expect((await rowsOf('about_aftercare'))[0]?.version).toBe(1)
  })
})

describe('an agreement', () => {
  const MONTHLY = '/api/admin/site-content/agreements/registration_agreement'

  test('is stored with title, description and items, in one row however often it is saved', async () => {
    await execute(app.services.db, sql`delete from site_content`)
    for (const items of [[' First '], ['First', '**Second**']]) {
      expect((await saveWithVersion(staff, MONTHLY, { items })).status).toBe(200)
    }
    const rows = await rowsOf('registration_agreement')
    expect(rows).toHaveLength(1)
    expect(rows[0]).toMatchObject({
      title: 'Monthly Registration Agreement',
      description: expect.stringMatching(/./),
      content: { items: ['First', '**Second**'] },
      updated_by: rosa.id,
      version: 2,
    })
  })

  test.each([
    ['no items', []],
    ['a blank item', ['One', '  ']],
    ['something else than items', 'One'],
  ])('with %s is rejected with the specified message', async (_, items) => {
    const { status, body } = await saveWithVersion(staff, MONTHLY, { items })
    expect(status).toBe(422)
    expect(Object.values(body.error.fields)).toContain('All agreement items must have content')
  })

  test('may have at most 200 items', async () => {
    const items = Array.from({ length: MAX_LENGTH.agreementItems }, () =>
      'x'.repeat(MAX_LENGTH.agreementItem),
    )
    expect((await saveWithVersion(staff, MONTHLY, { items })).status).toBe(200)
    expect((await saveWithVersion(staff, MONTHLY, { items: [...items.map(() => 'x'), 'x'] })).status).toBe(
      422,
    )
    expect(
      (await saveWithVersion(staff, MONTHLY, { items: ['x'.repeat(MAX_LENGTH.agreementItem + 1)] })).status,
    ).toBe(422)
  })

  test('for drop-ins is a separate section', async () => {
    const saved = await saveWithVersion(staff, '/api/admin/site-content/agreements/dropin_agreement', {
      items: ['Only'],
    })
    expect(saved.status).toBe(200)
    const { body } = await app.visitor.get('/api/site-content/dropin_agreement')
    expect(body.content).toEqual({ items: ['Only'] })
    expect((await rowsOf('registration_agreement'))[0]?.version).toBe(1)
  })

  test('is not replaced by a stale save, and changed only by staff', async () => {
    expect((await staff.put(MONTHLY, { items: ['One'], version: 1 })).status).toBe(200)
    expect((await staff.put(MONTHLY, { items: ['Two'], version: 1 })).status).toBe(409)
    expect((await parent.put(MONTHLY, { items: ['Three'] })).status).toBe(403)
    expect((await app.visitor.put(MONTHLY, { items: ['Four'] })).status).toBe(401)
    expect((await rowsOf('registration_agreement'))[0]?.content).toEqual({ items: ['One'] })
  })
})

describe('the mail templates', () => {
  const TEMPLATES = '/api/admin/site-content/email_templates'
  const changed = {
    ...DEFAULT_TEMPLATES,
    'monthly-parent': { subject: ' {{childName}} is in ', preheader: '' },
  }

  test('are stored for all five emails and read only by staff', async () => {
    expect((await staff.put(TEMPLATES, { content: changed, version: 1 })).status).toBe(200)
    const { body } = await staff.get(TEMPLATES)
    expect(body).toMatchObject({
      version: 2,
      content: { 'monthly-parent': { subject: '{{childName}} is in' } },
    })
    expect((await parent.get(TEMPLATES)).status).toBe(403)
    expect((await app.visitor.get('/api/site-content/email_templates')).status).toBe(422)
  })

  test.each([
    ['an empty subject', { subject: '  ', preheader: '' }, 'subject', 'Subject is required'],
    [
      'a subject of 201 characters',
      { subject: 'x'.repeat(201), preheader: '' },
      'subject',
      'Must be at most 200 characters',
    ],
    [
      'a subject of two lines',
      { subject: 'a\nBcc: b@example.com', preheader: '' },
      'subject',
      'Please remove line breaks and special control characters',
    ],
    [
      'a preheader of 301 characters',
      { subject: 'x', preheader: 'x'.repeat(301) },
      'preheader',
      'Must be at most 300 characters',
    ],
  ])('are rejected with %s', async (_, template, field, message) => {
    const content = { ...DEFAULT_TEMPLATES, 'daily-report': template }
    const { status, body } = await saveWithVersion(staff, TEMPLATES, { content })
    expect(status).toBe(422)
    expect(body.error.fields).toEqual({ [`content.daily-report.${field}`]: message })
  })

  test('are rejected if one of the five is missing, stale or sent by a parent', async () => {
    const { 'daily-report': _, ...four } = DEFAULT_TEMPLATES
    expect((await saveWithVersion(staff, TEMPLATES, { content: four })).status).toBe(422)
    expect((await staff.put(TEMPLATES, { content: changed, version: 7 })).status).toBe(409)
    expect((await parent.put(TEMPLATES, { content: changed })).status).toBe(403)
    expect((await rowsOf('email_templates'))[0]?.version).toBe(1)
  })

  test('are stored again if the row is missing', async () => {
    await execute(app.services.db, sql`delete from site_content`)
    expect((await staff.get(TEMPLATES)).status).toBe(404)
    expect((await saveWithVersion(staff, TEMPLATES, { content: changed })).status).toBe(200)
    expect(await rowsOf('email_templates')).toHaveLength(1)
  })
})
