import { expect, test } from './fixtures'

test('a parent asks to cancel; staff change the days, cancel and undo that, and the parent sees it', async ({
  page,
  arrange,
  signIn,
}) => {
  const admin = await arrange.anAdmin({ full_name: 'Rosa Medina' })
  const parent = await arrange.aParent()
  const child = await arrange.aChild(parent, { name: 'Amara Okafor' })
  const month = await arrange.aMonth({ month_name: 'May', year: 2027 })
  const { id } = await arrange.aRegistration(child, month, { selected_days: [5, 6] })
  const detail = page.getByRole('dialog', { name: 'May 2027' })

  const desktop = page.viewportSize() ?? { width: 1280, height: 720 }
  await page.setViewportSize({ width: 390, height: 700 })
  await signIn(page, parent)
  await page.goto(`/history?submission=${id}`)
  await detail.getByRole('button', { name: 'Ask to cancel this registration' }).click()
  await expect(detail.getByLabel('Message to the office')).toBeFocused()
  const send = detail.getByRole('button', { name: 'Send Request' })
  await expect(send).toBeInViewport({ ratio: 1 })
  await page.keyboard.type('We are moving.')
  await send.click()
  await expect(detail.getByText('Nothing has changed yet.')).toBeVisible()

  await page.setViewportSize(desktop)
  await signIn(page, admin)
  await page.goto('/admin/dashboard')
  await page.getByRole('link', { name: 'Amara Okafor, May 2027' }).click()
  await expect(detail.getByText('We are moving.')).toBeVisible()
  await detail.getByRole('button', { name: 'Edit Days' }).click()
  const days = page.getByRole('dialog', { name: 'Edit Days' })
  await days.getByRole('button', { name: /May 7,/ }).click()
  await days.getByRole('button', { name: 'Save Days' }).click()
  await expect(detail.getByText('Amara Okafor, 3 days')).toBeVisible()
  await detail.getByRole('button', { name: 'Cancel Registration' }).click()
  const cancelling = page.getByRole('dialog', { name: 'Cancel Registration' })
  await cancelling.getByLabel('Reason').fill('They move')
  await cancelling.getByRole('radio', { name: 'No fee' }).click()
  await cancelling.getByRole('button', { name: 'Cancel Registration' }).click()
  await expect(detail.getByText('Reason: They move')).toBeVisible()
  await detail.getByRole('button', { name: 'Undo Cancellation' }).click()
  await expect(detail.getByText('Amara Okafor, 3 days')).toBeVisible()

  await signIn(page, parent)
  await page.goto(`/history?submission=${id}`)
  await expect(detail.getByText('Changed by staff: Rosa Medina')).toBeVisible()
  await expect(detail.getByRole('button', { name: 'Ask to cancel this registration' })).toBeVisible()
  await expect(detail.getByText('They move')).toBeHidden()
})
