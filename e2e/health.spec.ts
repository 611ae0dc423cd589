import { expect, expectAccessible, test } from './fixtures'

test('the built product answers, with its clock where the test has set it', async ({ api }) => {
  const { status, body } = await api.visitor.get('/api/health')
  expect(status).toBe(200)
  expect(body).toMatchObject({ status: 'ok', database: true })
})

test('an unknown address says so, on phones too', { tag: '@phone' }, async ({ page }) => {
  await page.goto('/no-such-page')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expectAccessible(page)
})
