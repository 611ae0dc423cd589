import type { Page } from '@playwright/test'
import { es as signIn } from '../web/src/auth/texts/es'
import { es as recovery } from '../web/src/auth/texts/recovery.es'
import { es as registration } from '../web/src/features/registration/texts/es'
import { es as auth } from '../web/src/parent/auth/texts/es'
import { es as dropIns } from '../web/src/parent/drop-ins/texts/es'
import { es as receipt } from '../web/src/parent/registration/texts/receipt.es'
import { test } from './fixtures'
import type { Mails } from './support/mails'
import { box, button, type Check, day, EMAIL, open, paths, toast, walk } from './support/spanish-walk'

const FOR_VISITORS = [...paths('signed-out'), ...paths('anyone'), '/no-such-page'].filter(
  (path) => !path.startsWith('/admin'),
)

/** What a page shows after a click: other tabs, the errors of an empty form. */
async function exercise(page: Page, check: (state: string) => Promise<void>): Promise<void> {
  for (const tab of await page.getByRole('main').getByRole('tab').all()) {
    await tab.click()
    await check('another tab')
  }
  const submit = page.getByRole('main').locator('form button[type=submit]:enabled').first()
  if ((await submit.count()) === 0) return
  await submit.click()
  await check('an empty form sent')
}

async function fillGuest(page: Page, labels: readonly string[]): Promise<void> {
  for (const [index, text] of ['Zora Quist', EMAIL, 'Wim Quist'].entries())
    await box(page, labels[index] ?? '').fill(text)
  await page.getByRole('checkbox').last().check()
}

async function visitAsGuest(page: Page, check: Check, mails: Mails, form: string): Promise<void> {
  const { guest, submit } = registration
  await open(page, form)
  await fillGuest(page, [guest.parentName, guest.parentEmail, guest.childName])
  await day(page, 8).click()
  await check('a registration filled in')
  await button(page, submit).click()
  await toast(page, receipt.registration)
  await check('the receipt of a registration')
  await open(page, '/day-drop-in')
  await fillGuest(page, [dropIns.yourName, dropIns.yourEmail, dropIns.childName])
  await page.getByRole('radio').first().check()
  await button(page, dropIns.submit).click()
  await toast(page, receipt.dropIn)
  await check('the receipt of a drop-in')
  const { links } = await mails.next(EMAIL)
  await open(page, new URL(links.find((link) => link.includes('/guest-registration/')) ?? '').pathname)
  await check('a private link')
}

async function visitSignIn(page: Page, check: Check): Promise<void> {
  await open(page, '/auth')
  await box(page, signIn.email).fill(EMAIL)
  await page.getByLabel(signIn.password).first().fill('not this one')
  await page.getByRole('main').locator('form button[type=submit]').click()
  await toast(page, signIn.failed)
  await check('a wrong password')
  await button(page, signIn.forgot).click()
  await box(page, signIn.email).fill(EMAIL)
  await button(page, recovery.reset.send).click()
  await toast(page, recovery.reset.sent.title)
  await check('a link to another password sent')
  await open(page, '/auth')
  await page.getByRole('tab', { name: auth.signUp }).click()
  await box(page, signIn.fullName).fill('Ida')
  await box(page, signIn.email).fill('ida@quist.test')
  await page.getByLabel(signIn.password).first().fill('password')
  await check('a weak password')
  await button(page, auth.createAccount).click()
  await toast(page, auth.accountCreated.title)
  await check('an account created')
}

test('no word of any guest page is left untranslated, and none is too wide', async ({
  page,
  arrange,
  server,
  api,
  mails,
}) => {
  const { check, checkWidths, end } = await walk({ page, server, api })
  const month = await arrange.aMonth()
  await arrange.aMonth({ month_name: 'November' })
  for (const path of FOR_VISITORS) {
    await open(page, path)
    await checkWidths('open')
    await exercise(page, check)
  }
  await visitAsGuest(page, check, mails, `/monthly-signup/${month.id}`)
  await visitSignIn(page, check)
  await end()
})
