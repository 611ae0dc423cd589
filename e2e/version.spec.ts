import { readFileSync } from 'node:fs'
import { expect, test } from './fixtures'

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))

test('the health check and the foot of staff’s pages name the version', async ({
  page,
  arrange,
  signIn,
  server,
}) => {
  const health = await page.request.get(`${server.url}/api/health`)
  expect(await health.json()).toMatchObject({ version })
  await signIn(page, await arrange.anAdmin())
  await page.goto('/admin/submissions')
  await expect(page.getByRole('contentinfo')).toHaveText(`Aftercare ${version}`)
})
