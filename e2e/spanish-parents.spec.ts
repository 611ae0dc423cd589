import type { Page } from '@playwright/test'
import { es as childForm } from '../web/src/features/children/texts/es'
import { es as profileForm } from '../web/src/features/profile/texts/es'
import { es as registration } from '../web/src/features/registration/texts/es'
import { es as calendarFeed } from '../web/src/parent/calendar-feed/texts/es'
import { es as children } from '../web/src/parent/children/texts/es'
import { es as dashboard } from '../web/src/parent/dashboard/texts/es'
import { es as family } from '../web/src/parent/family/texts/es'
import { es as claimDialog } from '../web/src/parent/guest-claims/texts/claim-dialog.es'
import { es as deleteAccount } from '../web/src/parent/privacy/texts/delete-account.es'
import { es as privacy } from '../web/src/parent/privacy/texts/es'
import { es as watchDialog } from '../web/src/parent/seat-watches/texts/watch-dialog.es'
import { es as cancelRequest } from '../web/src/parent/submissions/texts/cancel-request.es'
import { es as submissions } from '../web/src/parent/submissions/texts/es'
import { es as layout } from '../web/src/parent/texts/es'
import { expect, test } from './fixtures'
import { givePassword } from './support/passwords'
import {
  box,
  button,
  type Check,
  confirm,
  day,
  dialog,
  EMAIL,
  open,
  paths,
  toast,
  walk,
} from './support/spanish-walk'

const FOR_PARENTS = [...paths('signed-in'), '/monthly-signup', '/day-drop-in']

async function visitDashboard(page: Page, check: Check): Promise<void> {
  await open(page, '/dashboard')
  await check('with a child booked today')
  await button(page, dashboard.today.notComing).click()
  await expect(dialog(page)).toBeVisible()
  await check('a child is not coming: dialog')
  await confirm(page, dashboard.today.confirm)
  await toast(page, dashboard.today.markedText)
  await check('a child is not coming')
  await button(page, /, para /).click()
  await dialog(page).getByRole('radio', { name: claimDialog.newChild }).check()
  await check('a guest registration is added: dialog')
  await confirm(page, claimDialog.add)
  await expect(dialog(page)).toBeHidden()
  await check('a guest registration was added')
}

async function visitChildren(page: Page, check: Check): Promise<void> {
  await open(page, '/children')
  await button(page, children.addChild).click()
  await dialog(page).getByRole('textbox', { name: childForm.name }).first().fill('Ida')
  await confirm(page, childForm.addPerson)
  await dialog(page)
    .getByRole('textbox', { name: childForm.personPhone(1) })
    .fill('5550100')
  await confirm(page, childForm.addChild)
  await check('a person without a name')
  await dialog(page)
    .getByRole('textbox', { name: childForm.personName(1) })
    .fill('Zora')
  await confirm(page, childForm.addChild)
  await toast(page, 'Agregamos a')
  await check('a child added')
  await button(page, children.edit('')).click()
  await expect(dialog(page)).toBeVisible()
  await check('a child edited: dialog')
  await page.keyboard.press('Escape')
  await button(page, /^⟦Eliminar a .*Ida/).click()
  await expect(dialog(page)).toBeVisible()
  await check('a child deleted: dialog')
  await confirm(page, children.removal.confirm)
  await toast(page, 'Eliminamos los datos de')
  await check('a child deleted')
}

async function visitRegistration(page: Page, check: Check, form: string): Promise<void> {
  await open(page, form)
  await button(page, registration.submit).click()
  await check('nothing chosen')
  await day(page, 4).click()
  await expect(dialog(page)).toBeVisible()
  await check('a full day: dialog')
  await confirm(page, watchDialog.watch)
  await expect(dialog(page).getByRole('button', { name: watchDialog.stop })).toBeVisible()
  await check('waiting for a seat: dialog')
  await page.keyboard.press('Escape')
  await check('waiting for a seat')
}

async function visitHistory(page: Page, check: Check, id: string): Promise<void> {
  await page.goto(`/history?walk&submission=${id}`)
  await expect(dialog(page)).toBeVisible()
  await check('a registration: dialog')
  await confirm(page, cancelRequest.ask)
  await confirm(page, cancelRequest.send)
  await check('an empty request to cancel')
  await dialog(page).getByRole('textbox').fill('Ida')
  await confirm(page, cancelRequest.send)
  await toast(page, cancelRequest.sent.title)
  await check('asked to cancel')
  await confirm(page, submissions.edit)
  await day(page, 15).click()
  await check('days changed')
  await dialog(page).getByRole('checkbox').check()
  await confirm(page, submissions.save)
  await toast(page, submissions.saved.title)
  await check('days saved')
}

async function visitProfile(page: Page, check: Check): Promise<void> {
  await open(page, '/profile')
  await box(page, profileForm.fullName).fill('Zora')
  await button(page, profileForm.save).click()
  await toast(page, profileForm.saved)
  await check('saved')
  await box(page, family.invite.label).fill('ida@quist.test')
  await button(page, family.invite.send).click()
  await toast(page, family.invite.sent.title)
  await check('an adult invited')
  await button(page, family.invitation.cancelLabel('')).click()
  await expect(dialog(page)).toBeVisible()
  await check('an invitation cancelled: dialog')
  await confirm(page, family.invitation.confirm)
  await toast(page, family.invitation.cancelled.title)
  await check('an invitation cancelled')
  await button(page, calendarFeed.add).click()
  await toast(page, calendarFeed.made.title)
  await check('a calendar link')
  for (const [ask, { confirm: name, done }] of [
    [calendarFeed.replaceLink, calendarFeed.replace],
    [calendarFeed.turnOff.confirm, calendarFeed.turnOff],
  ] as const) {
    await button(page, ask).click()
    await expect(dialog(page)).toBeVisible()
    await check(`${name}: dialog`)
    await confirm(page, name)
    await toast(page, done.title)
  }
  await button(page, profileForm.password.change).click()
  await dialog(page).getByRole('textbox').first().fill('not this one')
  await dialog(page).locator('button[type=submit]').click()
  await check('another password: dialog')
  await page.keyboard.press('Escape')
  await button(page, privacy.delete).click()
  await dialog(page).getByRole('textbox').fill('sunset over water')
  await confirm(page, deleteAccount.confirm)
  await expect(dialog(page).getByRole('alert')).toBeVisible()
  await check('an account with bookings deleted: dialog')
  await page.keyboard.press('Escape')
}

test('no word of any page of parents is left untranslated, and none is too wide', async ({
  page,
  arrange,
  signIn: signInAs,
  server,
  api,
}) => {
  const { check, checkWidths, end } = await walk({ page, server, api })
  const parent = await arrange.aParent({ full_name: 'Zora Quist', email: EMAIL })
  await givePassword(server, parent.id, 'sunset over water')
  await signInAs(page, parent)
  for (const path of FOR_PARENTS) {
    await open(page, path)
    await check('with nothing yet')
  }
  const month = await arrange.aMonth({ day_seats: { 4: 1 } })
  await arrange.aMonth({ month_name: 'November' })
  await arrange.aGuestRegistration(month, {
    selected_days: [4],
    guest_parent_name: 'Zora Quist',
    guest_parent_email: EMAIL,
    guest_child_name: 'Ida',
  })
  const child = await arrange.aChild(parent, { name: 'Wim Quist' })
  const { id } = await arrange.aRegistration(child, month, { selected_days: [14] })
  await arrange.aDropIn('2026-11-16', { parent_id: parent.id, child_id: child.id })
  for (const path of FOR_PARENTS) {
    await open(page, path)
    await checkWidths('open')
  }
  await visitDashboard(page, check)
  await visitChildren(page, check)
  await visitRegistration(page, check, `/monthly-signup/${month.id}`)
  await visitHistory(page, check, id)
  await visitProfile(page, check)
  await button(page, layout.openMenu).click()
  await expect(dialog(page)).toBeVisible()
  await check('menu')
  await end()
})
