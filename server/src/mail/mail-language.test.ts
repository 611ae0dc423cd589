import { beforeEach, describe, expect, test } from 'vitest'
import { browserOf, givePassword } from '../../testing/auth'
import { buildersFor } from '../../testing/builders'
import { composeDueEvents } from '../../testing/mails'
import { storedRows } from '../../testing/rows'
import { testApp } from '../../testing/test-app'
import { execute, sql } from '../db/sql'

/** Which language a mail is in. */

const app = await testApp({ env: { SMTP_URL: 'smtp://127.0.0.1:9' } })
const { db } = app.services
const make = buildersFor(db)
const month = await make.aMonth({ month_name: 'December', year: 2026 })
await make.anAdmin({ email: 'rosa@example.com' })

beforeEach(async () => {
  await execute(db, sql`delete from outbox`)
  await execute(db, sql`delete from rate_limits`)
})

const mails = async () =>
  (await storedRows(db, 'outbox', sql`order by created_at, to_email, template`)).map((mail) => ({
    to: mail.to_email,
    template: mail.template,
    language: mail.content?.language,
    isSpanish: mail.text.includes('¿Preguntas?'),
    content: mail.content,
  }))
const languages = async () =>
  Object.fromEntries((await mails()).map((mail) => [`${mail.template} ${mail.to}`, mail.language]))

const setLanguage = (id: string, language: string | null) =>
  execute(db, sql`update profiles set language = ${language} where id = ${id}`)

function aBrowser(language?: string) {
  const browser = browserOf(app)
  if (language) browser.setCookie(`language=${language}`)
  return browser
}

const guestForm = {
  month_id: month.id,
  guest_parent_name: 'Grace Whitfield',
  guest_parent_email: 'grace@example.com',
  guest_child_name: 'Otis',
  selected_days: [1, 2],
  agreed: true,
}

describe("a guest's mails", () => {
  test.each([
    [undefined, 'en'],
    ['es', 'es'],
    ['fr', 'en'],
  ])('follow the choice %s of the browser, and staff’s stay English', async (cookie, language) => {
    const { status, body } = await aBrowser(cookie).post('/api/submissions', guestForm)
    expect(status).toBe(200)
    const [stored] = await storedRows(db, 'submissions', sql`where id = ${body.rows[0].id}`)
    expect(stored?.language).toBe(language)
    expect(await languages()).toEqual({
      'monthly-parent grace@example.com': language,
      'monthly-parent rosa@example.com': 'en',
      'monthly-admin rosa@example.com': 'en',
    })
    const guests = (await mails()).find(({ to }) => to === 'grace@example.com')
    expect(guests?.isSpanish).toBe(language === 'es')
    expect(guests?.content?.guestLink?.label).toBe(
      language === 'es' ? 'Ver la inscripción' : 'See the registration',
    )
  })

  test('that staff cause later follow the submission', async () => {
    const { body } = await aBrowser('es').post('/api/submissions', guestForm)
    await execute(db, sql`delete from outbox`)
    const staff = await app.as(await make.anAdmin({ email: 'ben@example.com' }))
    const message = { date: '2026-12-02', subject: 'Snow', text: 'Stay home.', cancelled: false }
    expect((await staff.post('/api/admin/family-messages', message)).status).toBe(200)
    const [mail] = (await mails()).filter(({ to }) => to === 'grace@example.com')
    expect(mail).toMatchObject({ template: 'family-message', language: 'es', content: { title: 'Snow' } })
    expect(mail?.content?.closing.join()).toContain('miércoles, 2 de diciembre de 2026')
    await execute(db, sql`delete from submissions where id = ${body.rows[0].id}`)
  })
})

describe('the mails of a family', () => {
  async function aSharedFamily() {
    const [dana, kemi] = [await make.aParent(), await make.aParent()]
    await execute(
      db,
      sql`insert into family_members (member_id, parent_id, joined_at) values
      (${kemi.id}, ${dana.id}, now())`,
    )
    return { dana, kemi, child: await make.aChild(dana) }
  }

  test('are each in the language of the adult who gets it', async () => {
    const { dana, kemi, child } = await aSharedFamily()
    await setLanguage(kemi.id, 'es')
    const form = { month_id: month.id, child_ids: [child.id], selected_days: [1], agreed: true }
    expect((await (await app.as(dana)).post('/api/submissions', form)).status).toBe(200)
    expect(await languages()).toMatchObject({
      [`monthly-parent ${dana.email}`]: 'en',
      [`monthly-parent ${kemi.email}`]: 'es',
      'monthly-parent rosa@example.com': 'en',
    })
    const copy = (await mails()).find(({ to }) => to === kemi.email)
    expect(copy?.content?.intro[0]).toMatch(/^Enviado por /)
  })

  test('of an account without a choice follow the submission, also those that staff cause', async () => {
    const { dana, kemi, child } = await aSharedFamily()
    await make.aRegistration(child, month, { selected_days: [3], language: 'es' })
    // As a guest, at the address of an account.
    await make.aGuestRegistration(month, {
      selected_days: [3],
      guest_parent_email: kemi.email,
      language: 'es',
    })
    const message = { date: '2026-12-03', subject: 'Snow', text: 'Stay home.', cancelled: false }
    const staff = await app.as(await make.anAdmin({ email: 'mia@example.com' }))
    expect((await staff.post('/api/admin/family-messages', message)).status).toBe(200)
    expect(await languages()).toMatchObject({
      [`family-message ${dana.email}`]: 'es',
      [`family-message ${kemi.email}`]: 'es',
    })
  })

  test('of another adult without a choice follow the first adult, then the submission', async () => {
    const { dana, kemi, child } = await aSharedFamily()
    const { id } = await make.aRegistration(child, month, { selected_days: [4], language: 'en' })
    const staff = await app.as(await make.anAdmin({ email: 'ida@example.com' }))
    const message = { date: '2026-12-04', subject: 'Snow', text: 'Stay home.', cancelled: false }
    for (const [first, submission, expected] of [
      ['es', 'en', 'es'],
      ['en', 'es', 'en'],
      [null, 'es', 'es'],
    ] as const) {
      await setLanguage(dana.id, first)
      await execute(db, sql`delete from outbox`)
      await execute(db, sql`update submissions set language = ${submission} where id = ${id}`)
      expect((await staff.post('/api/admin/family-messages', message)).status).toBe(200)
      expect(await languages()).toMatchObject({ [`family-message ${kemi.email}`]: expected })
    }
  })

  test('of an account without a choice follow the browser in which the days are changed', async () => {
    const { dana, kemi, child } = await aSharedFamily()
    await givePassword(app, kemi, 'late afternoon')
    const browser = aBrowser()
    await browser.signIn(kemi.email, 'late afternoon')
    // As a mailed link leaves it.
    browser.setCookie('language=es')
    const { id } = await make.aRegistration(child, month, { selected_days: [1] })
    const edit = { selected_days: [1, 2], agreed: true, version: 1 }
    expect((await browser.patch(`/api/submissions/${id}`, edit)).status).toBe(200)
    app.setNow('2026-11-16T09:11:00-05:00')
    await composeDueEvents(app.services)
    expect(await languages()).toMatchObject({
      [`registration-changed ${kemi.email}`]: 'es',
      [`registration-changed ${dana.email}`]: 'es',
      'registration-changed-admin rosa@example.com': 'en',
    })
    const [stored] = await storedRows(db, 'submissions', sql`where id = ${id}`)
    expect(stored?.language).toBe('es')
  })

  test('follow the account where the browser says otherwise', async () => {
    const { dana, child } = await aSharedFamily()
    await setLanguage(dana.id, 'en')
    const form = { month_id: month.id, child_ids: [child.id], selected_days: [1], agreed: true }
    await givePassword(app, dana, 'late afternoon')
    const browser = aBrowser('es')
    await browser.signIn(dana.email, 'late afternoon')
    expect((await browser.post('/api/submissions', form)).status).toBe(200)
    expect(await languages()).toMatchObject({ [`monthly-parent ${dana.email}`]: 'en' })
  })
})

describe('mails about an account', () => {
  test('are in the language of the browser that signs up, then of the account', async () => {
    const form = { email: 'nuevo@example.com', password: 'late afternoon', full_name: 'Nuevo' }
    expect((await aBrowser('es').post('/api/auth/sign-up', form)).status).toBe(200)
    await aBrowser().post('/api/auth/forgot-password', { email: 'nuevo@example.com' })
    const found = await mails()
    expect(found.map(({ template, language }) => [template, language])).toContainEqual(['verification', 'es'])
    expect(found.filter(({ language }) => language !== 'es')).toEqual([])
    expect(found[0]?.content?.action?.href).toMatch(/\/\?lang=es#access_token=/)
  })
})
