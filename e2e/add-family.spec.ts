import { emptyTables } from '../server/testing/databases'
import { expect, expectAccessible, test } from './fixtures'
import { expectToast, linkIn, signInByForm } from './support/sign-in'

const PASSWORD = 'sunset over water'
const DANA = 'dana@example.com'
const KEMI = 'kemi@example.com'

test.beforeEach(({ server }) =>
  emptyTables(server.database.pool, 'profiles, months, family_messages, rate_limits'),
)

test('staff add a family who called and invite its second adult, and both see the children', async ({
  page,
  browser,
  baseURL,
  arrange,
  signIn,
  mails,
}) => {
  await signIn(page, await arrange.anAdmin())
  await page.goto('/admin/parent-users')
  await page.getByRole('button', { name: 'Add Family' }).click()
  const form = page.getByRole('dialog', { name: 'Add Family' })
  await form.getByLabel('Full Name').fill('Dana <b>Okafor</b>')
  await form.getByLabel('Email').fill(DANA)
  const first = form.getByRole('group', { name: 'Child 1' })
  await first.getByRole('textbox', { name: 'Name', exact: true }).fill('Amara Okafor')
  await first.getByLabel('Allergies').fill('Peanuts')
  await form.getByRole('button', { name: 'Add Child' }).click()
  await form
    .getByRole('group', { name: 'Child 2' })
    .getByRole('textbox', { name: 'Name', exact: true })
    .fill('Tobias Okafor')
  await form.getByRole('checkbox', { name: 'Send invitation' }).check()
  await expectAccessible(page)
  await form.getByRole('button', { name: 'Add Family' }).dblclick()
  await expectToast(page, 'Family added')
  await expect(page.getByRole('heading', { level: 1, name: 'Dana <b>Okafor</b>' })).toBeVisible()
  await expect(page.getByRole('row', { name: /Amara Okafor/ })).toContainText('Peanuts')

  await page.getByRole('button', { name: 'Invite Adult' }).click()
  const inviting = page.getByRole('dialog', { name: 'Invite Adult' })
  await inviting.getByLabel('Email').fill(KEMI)
  await expectAccessible(page)
  await inviting.getByRole('button', { name: 'Send Invitation' }).click()
  await expectToast(page, 'Invitation sent')
  const adults = page.getByRole('table', { name: 'Other adults in this family' })
  await expect(adults.getByRole('row', { name: new RegExp(KEMI) })).toContainText('Invited on Nov 16, 2026')

  const [danasBrowser, kemisBrowser] = [
    await browser.newContext({ baseURL }),
    await browser.newContext({ baseURL }),
  ]
  const danas = await danasBrowser.newPage()
  await danas.goto(linkIn((await mails.next(DANA)).links))
  await danas.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await danas.getByLabel('Confirm Password').fill(PASSWORD)
  await danas.getByRole('button', { name: 'Save Password' }).click()
  await expect(danas.getByLabel('Email')).toHaveValue(DANA)
  await signInByForm(danas, DANA, PASSWORD)
  await expect(danas.getByRole('list', { name: 'My Children' })).toContainText('Amara')
  await danas.goto('/profile')
  const family = danas.getByRole('region', { name: 'Adults in this family' })
  await expect(family.getByText('Invited Nov 16, 2026')).toBeVisible()

  const kemis = await kemisBrowser.newPage()
  const mail = await mails.next(KEMI)
  await kemis.goto(mail.links.find((each) => each.includes('/join/')) ?? '')
  await expect(kemis.getByRole('heading', { level: 1 })).toHaveText(
    'The aftercare office invited you to the family of Dana <b>Okafor</b> at Preschool Aftercare',
  )
  await kemis.getByLabel('Full Name').fill('Kemi Okafor')
  await kemis.getByLabel('Choose a password').fill(PASSWORD)
  await kemis.getByRole('button', { name: 'Join this family' }).dblclick()
  await expect(kemis).toHaveURL(/\/dashboard$/)
  for (const child of ['Amara', 'Tobias'])
    await expect(kemis.getByRole('list', { name: 'My Children' })).toContainText(child)

  await expect(family.getByRole('listitem')).toHaveText([/Dana <b>Okafor<\/b>/, /Kemi Okafor/])
  await expect(adults.getByRole('link', { name: 'Kemi Okafor' })).toBeVisible()
  await danasBrowser.close()
  await kemisBrowser.close()
})

test('staff see whom a message goes to, and each adult gets it once, as it was typed', async ({
  page,
  arrange,
  signIn,
  mails,
  server,
}) => {
  const dana = await arrange.aParent({ full_name: 'Dana Okafor' })
  const kemi = await arrange.aParent({ full_name: 'Kemi Okafor' })
  await server.database.pool.query('insert into family_members (parent_id, member_id) values ($1, $2)', [
    dana.id,
    kemi.id,
  ])
  const month = await arrange.aMonth()
  const amara = await arrange.aChild(dana)
  for (const child of [amara, await arrange.aChild(dana)]) await arrange.aRegistration(child, month)
  await arrange.aGuestRegistration(month, { guest_parent_name: 'Grace Whitfield' })
  await arrange.aParent({ full_name: 'Olive Alder' })
  await signIn(page, await arrange.anAdmin())
  await page.goto('/admin/parent-users')
  await page.getByRole('button', { name: 'Write to Families' }).click()
  const dialog = page.getByRole('dialog', { name: 'Write to Families' })
  await expect(dialog).toContainText('2 active families')
  await expect(dialog).toContainText('Dana Okafor, Olive Alder')
  await dialog.getByRole('radio', { name: /^Families with a registration for a month/ }).click()
  await dialog.getByRole('combobox', { name: 'Month' }).click()
  await page.getByRole('option', { name: 'December 2026' }).click()
  await expect(dialog).toContainText('2 families with a registration for December 2026')
  await expect(dialog).toContainText('Dana Okafor, Grace Whitfield')
  await dialog.getByLabel('Subject').fill('Costumes <i>welcome</i>')
  await dialog.getByLabel('Text').fill('Come as a <script>pumpkin</script> & friends.\n\nBring a bag.')
  const preview = dialog.frameLocator('iframe')
  await expect(
    preview.getByText('Come as a <script>pumpkin</script> & friends.', { exact: true }),
  ).toBeVisible()
  await expectAccessible(page)
  // Whoever clicks twice has not been asked yet.
  await dialog.getByRole('button', { name: 'Send to 2 families' }).dblclick()
  const confirm = page.getByRole('alertdialog', { name: 'Send to 2 families?' })
  await expect(confirm).toContainText("Each of the 2 families gets one email. Emails can't be unsent.")
  await confirm.getByRole('button', { name: 'Send 2 emails' }).dblclick()
  await expectToast(page, 'Message sent to 2 families')

  for (const email of [dana.email, kemi.email, 'grace@example.com']) {
    const mail = await mails.next(email)
    expect(mail.subject).toBe('Costumes <i>welcome</i>')
    expect(mail.text).toContain('Come as a <script>pumpkin</script> & friends.\n\nBring a bag.')
    expect(mail.html).toContain('Come as a &lt;script&gt;pumpkin&lt;/script&gt; &amp; friends.')
  }
  await page.getByRole('button', { name: 'Write to Families' }).click()
  await expect(dialog).toContainText('“Costumes <i>welcome</i>”')
  const { rows } = await server.database.pool.query(
    "select (select count(*)::int from outbox where template = 'family-message') as mails, (select count(*)::int from family_messages) as messages",
  )
  expect(rows).toEqual([{ mails: 3, messages: 1 }])
})
