import { expect, expectAccessible, test } from './fixtures'

test.use({ now: '2027-03-01T08:30:00-05:00' })

test('the built product answers, its clock where it was set', async ({ api }) => {
  const { status, body } = await api.visitor.get('/api/health')
  expect(status).toBe(200)
  expect(body).toMatchObject({ status: 'ok', database: true })
  const program = await api.visitor.get('/api/program')
  expect(program.body).toMatchObject({ now: expect.stringMatching(/^2027-03-01T13:/), is_clock_set: true })
})

test('an unknown address says so', async ({ page }) => {
  await page.goto('/no-such-page')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expectAccessible(page)
})
