import { DEFAULT_TEMPLATES, unknownPlaceholders } from '@aftercare/domain/mail/mail-templates'
import { FAMILY_TEMPLATE_TYPES } from '@aftercare/domain/mail/spanish-templates'
import {
  type AgreementSection,
  type AgreementText,
  defaultAgreementItems,
} from '@aftercare/domain/site-content/agreements'
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
import { execute, sql, toJson } from '../db/sql'
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
  const november = make.aMonth({ month_name: 'November' })
  const guest = {
    guest_parent_name: 'Grace',
    guest_parent_email: 'grace@example.com',
    guest_child_name: 'Otis',
  }
  let guests = 0
  async function post(language?: string, agreement?: AgreementText, headers = {}) {
    const browser = browserOf(app, headers)
    if (language) browser.setCookie(`language=${language}`)
    const people = { ...guest, guest_parent_email: `grace${++guests}@example.com` }
    const body = { ...people, month_id: (await month).id, selected_days: [1], agreed: true, agreement }
    return browser.post('/api/submissions', body)
  }
  async function submit(language?: string, agreement?: AgreementText) {
    const { body } = await post(language, agreement)
    return staff.get(`/api/admin/submissions/${body.rows[0].id}`)
  }
  const spanishItems = defaultSpanishItems('registration_agreement', 'office@example.com')

  test('is stored as it was read, with its language, once per text', async () => {
    const [english, spanish, again] = [await submit(), await submit('es'), await submit('es')]
    expect(english.body).toMatchObject({ language: 'en', agreement: { language: 'en' } })
    expect(spanish.body).toMatchObject({
      language: 'es',
      agreement: { language: 'es', items: spanishItems },
    })
    expect(again.body.agreement).toEqual(spanish.body.agreement)
    const stored = sql`where language = 'es' and items = ${toJson(spanishItems)}::jsonb`
    expect(await storedRows(db, 'agreement_texts', stored)).toHaveLength(1)
    await staff.put(MONTHLY, { items: ['New'], spanish: null, version: 1 })
    const shownInEnglish = await submit('es')
    expect(shownInEnglish.body).toMatchObject({
      language: 'es',
      agreement: { language: 'en', items: ['New'] },
    })
    const before = await staff.get(`/api/admin/submissions/${spanish.body.id}`)
    expect(before.body.agreement).toEqual(spanish.body.agreement)
  })

  test('is the text that the form showed, whatever language was chosen meanwhile in another tab', async () => {
    const { body } = await submit('en', { language: 'es', items: spanishItems })
    expect(body).toMatchObject({ language: 'en', agreement: { language: 'es', items: spanishItems } })
  })

  test('is English where there is no Spanish, and never a text that was not shown', async () => {
    await staff.put(MONTHLY, { items: ['Late', 'Late pick-up'], spanish: null, version: 1 })
    const { body } = await submit('es', { language: 'en', items: ['Late', 'Late pick-up'] })
    expect(body.agreement).toEqual({ language: 'en', items: ['Late', 'Late pick-up'] })
    for (const read of [
      { language: 'es', items: ['Late', 'Late pick-up'] },
      { language: 'en', items: spanishItems },
      { language: 'en', items: ['Late pick-up', 'Late'] },
      { language: 'en', items: ['Late'] },
      { language: 'en', items: ['Late', 'Late pick-up', ''] },
      { language: 'en', items: [] },
    ] as const)
      expect((await post('es', { ...read, items: [...read.items] })).body.error).toMatchObject({
        code: 'agreement-changed',
        message: 'The agreement has changed meanwhile. Please read it and agree again.',
      })
  })

  test.each(['en', 'es'] as const)(
    'is the default in %s where the form could not load the saved text',
    async (language) => {
      const DROP_INS = '/api/admin/site-content/agreements/dropin_agreement'
      for (const path of [MONTHLY, DROP_INS])
        await staff.put(path, { items: ['New'], spanish: null, version: 1 })
      const itemsOf = language === 'es' ? defaultSpanishItems : defaultAgreementItems
      const shown = (section: AgreementSection) => ({
        language,
        items: itemsOf(section, 'office@example.com'),
      })
      const monthly = shown('registration_agreement')
      const agreedTo = async (id: string) => (await staff.get(`/api/admin/submissions/${id}`)).body.agreement

      expect((await submit(language, monthly)).body.agreement).toEqual(monthly)

      await execute(db, sql`delete from months where month_name = ${'November'}`)
      await make.aMonth({ month_name: 'November' })
      const dropIn = {
        ...guest,
        guest_parent_email: `grace${++guests}@example.com`,
        dropin_date: app.services.clock.today(),
        agreed: true,
      }
      const ask = (agreement: AgreementText) => app.visitor.post('/api/drop-ins', { ...dropIn, agreement })
      expect((await ask(monthly)).body.error.code).toBe('agreement-changed')
      expect(await agreedTo((await ask(shown('dropin_agreement'))).body.id)).toEqual(
        shown('dropin_agreement'),
      )

      const parent = await make.aParent()
      const browser = await app.as(parent)
      const child_ids = [(await make.aChild(parent)).id]
      const days = { month_id: (await month).id, child_ids, selected_days: [1], agreed: true }
      const stored = await browser.post('/api/submissions', { ...days, agreement: monthly })
      const [{ id, version }] = stored.body.rows
      expect(await agreedTo(id)).toEqual(monthly)
      const edit = { selected_days: [1, 2], agreed: true, version, agreement: monthly }
      expect((await browser.patch(`/api/submissions/${id}`, edit)).status).toBe(200)
      expect(await agreedTo(id)).toEqual(monthly)
    },
  )

  test('is unchanged for whoever read the other language', async () => {
    const items = ['New']
    await staff.put(MONTHLY, { items, version: 1 })
    expect((await post('en', { language: 'es', items: spanishItems })).status).toBe(200)
    expect((await post('en', { language: 'en', items })).status).toBe(200)
  })

  test('may be agreed to again in another language when the response was lost: it is the same registration', async () => {
    const key = { 'Idempotency-Key': 'lost-response' }
    const first = await post('es', { language: 'es', items: spanishItems }, key)
    guests -= 1
    await staff.put(MONTHLY, { items: ['New'], spanish: null, version: 1 })
    const again = await post('es', { language: 'en', items: ['New'] }, key)
    expect(again.body).toEqual(first.body)
    const { body } = await staff.get(`/api/admin/submissions/${first.body.rows[0].id}`)
    expect(body.agreement.language).toBe('es')
  })

  test('of a drop-in is the one that was read', async () => {
    await november
    const items = defaultSpanishItems('dropin_agreement', 'office@example.com')
    const request = { ...guest, dropin_date: app.services.clock.today(), agreed: true }
    const send = (agreement: AgreementText) => browserOf(app).post('/api/drop-ins', { ...request, agreement })
    expect((await send({ language: 'es', items: spanishItems })).body.error.code).toBe('agreement-changed')
    const { body } = await send({ language: 'es', items })
    expect((await staff.get(`/api/admin/submissions/${body.id}`)).body.agreement).toEqual({
      language: 'es',
      items,
    })
  })

  test('of a parent and of an edit is the one that was read', async () => {
    const parent = await make.aParent()
    const child = await make.aChild(parent)
    const browser = await app.as(parent)
    const read = { language: 'es', items: spanishItems }
    const stale = { language: 'es', items: ['Other'] }
    const registration = {
      month_id: (await month).id,
      child_ids: [child.id],
      selected_days: [1],
      agreed: true,
    }
    const refused = await browser.post('/api/submissions', { ...registration, agreement: stale })
    expect(refused.body.error.code).toBe('agreement-changed')
    const { body } = await browser.post('/api/submissions', { ...registration, agreement: read })
    const [{ id, version }] = body.rows
    const edit = { selected_days: [1, 2], agreed: true, version }
    const change = (agreement: object) => browser.patch(`/api/submissions/${id}`, { ...edit, agreement })
    await staff.put(MONTHLY, { items: ['New'], version: 1 })
    expect((await change({ language: 'en', items: ['Old'] })).body.error.code).toBe('agreement-changed')
    expect((await staff.get(`/api/admin/submissions/${id}`)).body).toMatchObject({
      selected_days: [1],
      agreement: read,
    })
    expect((await change({ language: 'en', items: ['New'] })).status).toBe(200)
    expect((await staff.get(`/api/admin/submissions/${id}`)).body.agreement).toEqual({
      language: 'en',
      items: ['New'],
    })
  })

  test('is stored once although many submit a new text at the same moment', async () => {
    await staff.put(MONTHLY, { items: ['Brand new'], version: 1 })
    const found = await Promise.all(Array.from({ length: 6 }, () => submit()))
    expect(found.map(({ body }) => body.agreement.items)).toEqual(Array(6).fill(['Brand new']))
    const stored = await storedRows(db, 'agreement_texts', sql`where items = '["Brand new"]'`)
    expect(stored).toHaveLength(1)
  })

  test('that is not stored keeps nobody else from the month while it waits', async () => {
    await staff.put(MONTHLY, { items: ['Newer'], version: 1 })
    await execute(db, sql`delete from agreement_texts where items = '["Newer"]'`)
    const statement = "insert into agreement_texts (language, items) values ('en', $1::jsonb)"
    const other = await holdLock(app, statement, ['["Newer"]'])
    const waiting = submit()
    await untilWaiting(app, 1)
    await execute(db, sql`select from months where id = ${(await month).id} for update nowait`)
    await other.release()
    expect((await waiting).body.agreement.items).toEqual(['Newer'])
  })
})
