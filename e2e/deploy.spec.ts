import { rmSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { emptyTables } from '../server/testing/databases'
import { expect, test } from './fixtures'
import { makeNextBuild } from './support/next-build'

const buildOf = (page: Page) => page.locator('meta[name="build"]').getAttribute('content')
const STREAM = '**/api/live'

test('an open page survives deployments, with all that was typed', async ({
  page,
  context,
  arrange,
  signIn,
  server,
}) => {
  await emptyTables(server.database.pool, 'submissions, months, children, rate_limits')
  const parent = await arrange.aParent()
  await arrange.aChild(parent, { name: 'Lena' })
  await arrange.aMonth()
  await signIn(page, parent)
  await page.goto('/monthly-signup')
  await page.getByRole('checkbox', { name: 'Lena' }).click()
  const first = await buildOf(page)
  const open = async (link: string, heading: string) => {
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: link }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
  }

  // Before the page knows of it: the server still has the old build's files.
  await page.route(STREAM, (route) => route.abort())
  await server.deploy(makeNextBuild(server.build))
  await open('My Children', 'My Children')
  expect(await buildOf(page)).toBe(first)

  // Once the stream has told it, a link loads the new build.
  await page.unroute(STREAM)
  await context.setOffline(true)
  await context.setOffline(false)
  await expect(async () => {
    await open('History', 'Registration History')
    await open('My Children', 'My Children')
    expect(await buildOf(page)).not.toBe(first)
  }).toPass({ timeout: 20_000 })

  // With the worker, and a file that is gone: the page reloads by itself.
  const isRegistered = () =>
    page.evaluate(async () => (await navigator.serviceWorker.getRegistration('/'))?.active?.state)
  await expect.poll(isRegistered).toBe('activated')
  await page.route(STREAM, (route) => route.abort())
  // Again if the server is just adding to it.
  await expect(() => rmSync(join(server.dataDir, 'web-assets'), { recursive: true })).toPass()
  await server.deploy(server.build)
  await open('Profile', 'My Profile')
  expect(await buildOf(page)).toBe(first)
  await page.goto('/monthly-signup')
  await expect(page.getByRole('checkbox', { name: 'Lena' })).toBeChecked()
})

/** Leads to the server; `freeze` silently drops what event streams send from then on, as a bad network does. */
async function startFreezableProxy(target: number) {
  const streams = new Set<Socket>()
  const proxy = createServer((client) => {
    const upstream = connect(target, '127.0.0.1')
    client.on('error', () => upstream.destroy()).on('close', () => upstream.destroy())
    upstream.on('error', () => client.destroy()).on('close', () => client.destroy())
    client.on('data', (bytes) => {
      if (bytes.includes('GET /api/live')) streams.add(upstream)
    })
    client.pipe(upstream).pipe(client)
  })
  await new Promise<void>((resolve) => proxy.listen(0, resolve))
  const address = proxy.address()
  return {
    url: `http://localhost:${typeof address === 'object' && address?.port}`,
    freeze: () => {
      for (const stream of streams) stream.unpipe()
    },
    close: () => proxy.close(),
  }
}

test('a page whose live stream froze, or whose device slept, catches up', async ({
  page,
  arrange,
  signIn,
  server,
}) => {
  const proxy = await startFreezableProxy(server.port)
  const parent = await arrange.aParent()
  await signIn(page, parent)
  await page.clock.install()
  const opened = page.waitForResponse(/api\/live/)
  await page.goto(`${proxy.url}/children`)
  await opened
  await arrange.aChild(parent, { name: 'Lena' })
  await expect(page.getByRole('listitem').filter({ hasText: 'Lena' })).toBeVisible()

  proxy.freeze()
  const reconnected = page.waitForRequest(/api\/live/)
  await arrange.aChild(parent, { name: 'Ravi' })
  await page.clock.fastForward(50_000)
  await reconnected
  await expect(page.getByRole('listitem').filter({ hasText: 'Ravi' })).toBeVisible()
  proxy.close()
})
