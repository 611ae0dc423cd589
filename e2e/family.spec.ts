import { expect, expectAccessible, test } from './fixtures'

const KEMI = 'kemi@example.com'

test('an adult joins a family from the mail in three steps, both see what the other does, and a removed one loses it', {
  tag: '@phone',
}, async ({ page, browser, arrange, api, mails, server, signIn, viewport }) => {
  const dana = await arrange.aParent({ full_name: 'Dana <b>Okafor</b>' })
  const amara = await arrange.aChild(dana, { name: 'Amara Okafor' })
  const month = await arrange.aMonth()
  await signIn(page, dana)
  await page.goto('/profile')
  const card = page.getByRole('region', { name: 'Adults in this family' })
  await card.getByLabel('Invite another adult').fill(KEMI)
  await card.getByRole('button', { name: 'Send invitation' }).click()
  await expect(card.getByText('Invited Nov 16, 2026, link works until Nov 23, 2026')).toBeVisible()
  await expectAccessible(page)

  const mail = await mails.next(KEMI)
  expect(mail.subject).toBe('Dana <b>Okafor</b> invited you to their family at Preschool Aftercare')
  const link = mail.links.find((each) => each.includes('/join/')) ?? ''
  const context = await browser.newContext({ viewport })
  const kemi = await context.newPage()
  await kemi.goto(link)
  await expect(kemi.getByRole('heading', { level: 1 })).toHaveText(
    'Dana <b>Okafor</b> invited you to their family at Preschool Aftercare',
  )
  await expectAccessible(kemi)
  await kemi.getByLabel('Full Name').fill('Kemi Okafor')
  await kemi.getByLabel('Choose a password').fill('sunset over water')
  await kemi.getByRole('button', { name: 'Join this family' }).click()
  await expect(kemi).toHaveURL(/\/dashboard$/)
  await expect(kemi.getByText('You joined the family')).toBeVisible()
  await expect(kemi.getByRole('link', { name: /December 2026/ })).toBeVisible()
  expect(server.output()).not.toContain(link.split('/').at(-1))
  await expect(card.getByRole('listitem').filter({ hasText: 'Kemi Okafor' })).toContainText(KEMI)

  await (await api.as(dana)).post('/api/submissions', {
    month_id: month.id,
    child_ids: [amara.id],
    selected_days: [1, 3],
    agreed: true,
  })
  await expect(kemi.getByRole('button', { name: /December 2026.*Amara Okafor/ })).toBeVisible()
  expect((await mails.next(KEMI)).text).toMatch(/\nSent by Dana <b>Okafor<\/b>\.\s+Hello Dana/)

  await card.getByRole('button', { name: 'Remove Kemi Okafor' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await expect(kemi.getByText("You're no longer in the family")).toBeVisible()
  await expect(kemi.getByRole('main')).not.toContainText('Amara')
  await expect(card.getByRole('listitem')).toHaveCount(1)
  await kemi.goto(link)
  await expect(kemi.getByText('This invitation is no longer valid.')).toBeVisible()
  await context.close()
})
