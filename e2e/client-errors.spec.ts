import { expect, test } from './fixtures'

/** The lines of the server's log about errors in browsers. */
const errorsIn = (output: string) =>
  output
    .split('\n')
    .filter((line) => line.includes('an error in a browser'))
    .map((line) => JSON.parse(line))

test('what fails in a visitor’s browser is logged once, with lines of the source', async ({
  page,
  server,
}) => {
  const posted: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/api/client-errors')) posted.push(request.postData() ?? '')
  })
  const errors = () => errorsIn(server.output())
  await page.goto('/guest-portal')
  await page.evaluate(() => {
    const fail = () => {
      throw new Error('thrown at ana@x.example')
    }
    for (const delay of [0, 10, 20]) setTimeout(fail, delay)
    setTimeout(() => void Promise.reject(new Error('nobody waits')), 30)
  })
  await expect
    .poll(() =>
      errors()
        .map(({ kind, error }) => `${kind}: ${error}`)
        .sort(),
    )
    .toEqual(['error: Error: thrown at [address]', 'rejection: Error: nobody waits'])
  expect(errors()[0]).toMatchObject({
    route: '/guest-portal',
    browser: expect.stringContaining('Chrome'),
  })
  const build = await page.locator('meta[name="build"]').getAttribute('content')
  expect(errors()[0].build).toBe(build)

  await page.route('**/api/months', (route) => route.fulfill({ json: { rows: [null] } }))
  await page.goto('/monthly-signup?month=secret')
  await expect(page.getByRole('alert')).toContainText('Reload')
  await expect.poll(() => errors().length).toBeGreaterThan(2)
  const rendering = errors().find(({ kind }) => kind === 'render')
  expect(rendering.route).toBe('/monthly-signup/:month?')
  expect(rendering.at.join('\n')).toMatch(/web\/src\/[\w/.-]+\.tsx?:\d+:\d+/)

  await page.unroute('**/api/months')
  await page.goto('/')
  await page.route('**/assets/auth-page-*.js', (route) => route.abort())
  await page.getByRole('main').getByRole('link', { name: 'Sign In' }).click()
  await expect.poll(() => errors().map(({ kind }) => kind)).toContain('load')
  expect(posted.join()).not.toMatch(/secret|@/)
})

test('no source map can be fetched, and no file names one', async ({ page, server }) => {
  await page.goto('/')
  const file = await page.locator('script[type="module"]').first().getAttribute('src')
  const { request } = page
  const code = await request.get(`${server.url}${file}`)
  expect(await code.text()).not.toContain('sourceMappingURL')
  const name = String(file).split('/').at(-1)
  for (const path of [`${file}.map`, `/maps/${name}.map`, `/web/maps/${name}.map`])
    expect(await (await request.get(`${server.url}${path}`)).text()).not.toContain('mappings')
})
