import { DEFAULT_TEMPLATES, unknownPlaceholders } from '@aftercare/domain/mail/mail-templates'
import { FAMILY_TEMPLATE_TYPES } from '@aftercare/domain/mail/spanish-templates'
import {
  DEFAULT_SPANISH_TEMPLATES,
  defaultSpanishAbout,
  defaultSpanishItems,
} from '@aftercare/domain/site-content/default-spanish'
import { beforeEach, describe, expect, test } from 'vitest'
import { browserOf } from '../../testing/auth'
import { buildersFor } from '../../testing/builders'
import { holdLock, untilWaiting } from '../../testing/race-helpers'
import { storedRows } from '../../testing/rows'
import { testApp } from '../../testing/test-app'
import { execute, sql } from '../db/sql'
import { seedSiteContent } from './seed-site-content'

const ABOUT = '/api/rpc/update_about_aftercare'
const MONTHLY = '/api/admin/site-content/agreements/registration_agreement'
const TEMPLATES = '/api/admin/site-content/email_templates'

const app = await testApp({ env: { CONTACT_EMAIL: 'office@example.com' } })
const { db } = app.services
const make = buildersFor(db)
const staff = await app.as(await make.anAdmin())

beforeEach(async () => {
  await execute(db, sql`delete from site_content`)
  await seedSiteContent(app.services)
})

const spanishOf = async (section: string) =>
  (await storedRows(db, 'site_content', sql`where section_name = ${section}`))[0]?.spanish

const about = {
  _title: 'Our afternoons',
  _description: 'Play and rest.',
  _program_hours: '3:30 PM - 6:00 PM',
  _pricing: '$20 a day',
  _contact: 'office@example.com',
}
const enEspanol = defaultSpanishAbout('office@example.com')

describe('the default texts', () => {
  test('come with their Spanish', async () => {
    expect(await spanishOf('about_aftercare')).toEqual({ text: enEspanol, outdated: false })
    const items = defaultSpanishItems('registration_agreement', 'office@example.com')
    expect(await spanishOf('registration_agreement')).toEqual({ text: items, outdated: false })
    expect(await spanishOf('email_templates')).toEqual(DEFAULT_SPANISH_TEMPLATES)
    for (const type of FAMILY_TEMPLATE_TYPES)
      for (const text of Object.values(DEFAULT_SPANISH_TEMPLATES[type].text))
        expect(unknownPlaceholders(text, type)).toEqual([])
  })

  test('of an older programme get it at the next start, unless staff wrote them', async () => {
    await execute(db, sql`update site_content set spanish = null`)
    await execute(
      db,
      sql`update site_content set content = '{"items": ["Ours"]}'
      where section_name = 'dropin_agreement'`,
    )
    await seedSiteContent(app.services)
    expect(await spanishOf('about_aftercare')).toEqual({ text: enEspanol, outdated: false })
    expect(await spanishOf('dropin_agreement')).toBeNull()
  })
})

describe('a Spanish text', () => {
  test('is outdated once its English was changed, until it is changed or confirmed', async () => {
    await staff.post(ABOUT, about)
    expect(await spanishOf('about_aftercare')).toEqual({ text: enEspanol, outdated: true })
    // Saving both again as they are confirms nothing.
    await staff.post(ABOUT, { ...about, _spanish: { text: enEspanol, outdated: true } })
    expect(await spanishOf('about_aftercare')).toMatchObject({ outdated: true })
    await staff.post(ABOUT, { ...about, _spanish: { text: enEspanol, outdated: false } })
    expect(await spanishOf('about_aftercare')).toMatchObject({ outdated: false })
    await staff.post(ABOUT, {
      ...about,
      _title: 'Afternoons',
      _spanish: { text: enEspanol, outdated: false },
    })
    expect(await spanishOf('about_aftercare')).toMatchObject({ outdated: true })
    const text = { ...enEspanol, title: 'Nuestras tardes' }
    await staff.post(ABOUT, { ...about, _title: 'Ours', _spanish: { text, outdated: true } })
    expect(await spanishOf('about_aftercare')).toEqual({ text, outdated: false })
  })

  test('can be removed, and must be complete', async () => {
    expect((await staff.post(ABOUT, { ...about, _spanish: null })).status).toBe(200)
    expect(await spanishOf('about_aftercare')).toBeNull()
    const text = { ...enEspanol, title: ' ' }
    const partly = await staff.post(ABOUT, { ...about, _spanish: { text, outdated: false } })
    expect(partly).toMatchObject({
      status: 422,
      body: { error: { fields: { '_spanish.text.title': 'Title is required' } } },
    })
    const blank = { items: ['One'], spanish: { text: ['Uno', ' '], outdated: false }, version: 1 }
    expect((await staff.put(MONTHLY, blank)).status).toBe(422)
  })

  test('of one template is outdated by its own English alone', async () => {
    const content = { ...DEFAULT_TEMPLATES, 'dropin-parent': { subject: 'Drop-in', preheader: '' } }
    await staff.put(TEMPLATES, { content, version: 1 })
    expect(await spanishOf('email_templates')).toMatchObject({
      'monthly-parent': { outdated: false },
      'dropin-parent': { outdated: true },
    })
    await staff.put(TEMPLATES, { content, spanish: { 'monthly-parent': null }, version: 2 })
    expect(Object.keys((await spanishOf('email_templates')) as object)).toEqual(['dropin-parent'])
  })

  test('is shown to everybody beside the English', async () => {
    const { body } = await app.visitor.get('/api/site-content/registration_agreement')
    expect(body.content.items[0]).toBe('All fees are non-refundable once submitted.')
    expect(body.spanish.text[0]).toBe('Ningún costo se reembolsa una vez enviada la inscripción.')
  })
})

describe('the agreement of a submission', () => {
  const month = make.aMonth()
  async function submit(language?: string) {
    const browser = browserOf(app)
    if (language) browser.setCookie(`language=${language}`)
    const { body } = await browser.post('/api/submissions', {
      month_id: (await month).id,
      guest_parent_name: 'Grace',
      guest_parent_email: 'grace@example.com',
      guest_child_name: 'Otis',
      selected_days: [1],
      agreed: true,
    })
    return staff.get(`/api/admin/submissions/${body.rows[0].id}`)
  }

  test('is stored as it was read, with its language, once per text', async () => {
    const [english, spanish, again] = [await submit(), await submit('es'), await submit('es')]
    expect(english.body).toMatchObject({ language: 'en', agreement: { language: 'en' } })
    expect(spanish.body).toMatchObject({
      language: 'es',
      agreement: {
        language: 'es',
        items: defaultSpanishItems('registration_agreement', 'office@example.com'),
      },
    })
    expect(again.body.agreement).toEqual(spanish.body.agreement)
    expect(await storedRows(db, 'agreement_texts')).toHaveLength(2)
    await staff.put(MONTHLY, { items: ['New'], spanish: null, version: 1 })
    const shownInEnglish = await submit('es')
    expect(shownInEnglish.body).toMatchObject({
      language: 'es',
      agreement: { language: 'en', items: ['New'] },
    })
    const before = await staff.get(`/api/admin/submissions/${spanish.body.id}`)
    expect(before.body.agreement).toEqual(spanish.body.agreement)
  })

  test('is stored once although many submit a new text at the same moment', async () => {
    await staff.put(MONTHLY, { items: ['Brand new'], version: 1 })
    const found = await Promise.all(Array.from({ length: 6 }, () => submit()))
    expect(found.map(({ body }) => body.agreement.items)).toEqual(Array(6).fill(['Brand new']))
    const stored = await storedRows(db, 'agreement_texts', sql`where items = '["Brand new"]'`)
    expect(stored).toHaveLength(1)
  })

  test('that is new keeps nobody else from the month while it waits', async () => {
    await staff.put(MONTHLY, { items: ['Newer'], version: 1 })
    const statement = "insert into agreement_texts (language, items) values ('en', $1::jsonb)"
    const other = await holdLock(app, statement, ['["Newer"]'])
    const waiting = submit()
    await untilWaiting(app, 1)
    await execute(db, sql`select from months where id = ${(await month).id} for update nowait`)
    await other.release()
    expect((await waiting).body.agreement.items).toEqual(['Newer'])
  })
})
