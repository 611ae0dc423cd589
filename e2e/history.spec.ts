import { expect, expectAccessible, test } from './fixtures'

test('the history lists everything newest first and opens each entry', async ({ page, arrange, signIn }) => {
  const year = 2027 + test.info().parallelIndex
  const parent = await arrange.aParent()
  const child = await arrange.aChild(parent, { name: 'Tobias Okafor' })
  const month = await arrange.aMonth({ month_name: 'May', year })
  await arrange.aRegistration(child, month, {
    submitted_at: '2026-11-10T15:00:00Z',
    is_edited: true,
    total_fee_cents: 9000,
  })
  await arrange.aDropIn('2026-11-12', {
    parent_id: parent.id,
    child_id: child.id,
    guest_child_name: 'Tobias Okafor',
    submitted_at: '2026-11-12T15:00:00Z',
  })
  await signIn(page, parent)
  await page.goto('/history')
  await expect(page.getByRole('heading', { level: 1, name: 'Registration History' })).toBeVisible()
  const entries = page.getByRole('main').getByRole('listitem')
  await expect(entries).toHaveCount(2)
  await expect(entries.first()).toContainText(/Day Drop-In/)
  const registration = entries.nth(1)
  await expect(registration).toContainText(`May ${year}`)
  await expect(registration).toContainText('Edited')
  await expect(registration).toContainText(/Submitted\s*Nov 10, 2026/)
  await expect(registration).toContainText('Tobias Okafor')
  await expect(registration).toContainText(/Days registered\s*3/)
  await expect(registration).toContainText(/Total Fee\s*\$90\.00/)
  await expectAccessible(page)
  await registration.getByRole('button').click()
  await expect(page.getByRole('dialog', { name: new RegExp(`May ${year}`) })).toBeVisible()
})
