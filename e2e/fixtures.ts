import { test as base, type Page } from '@playwright/test'
import { buildersFor } from '../server/testing/builders'
import { type ApiClient, apiOf, openSession } from './support/api'
import type { Mails } from './support/mails'
import { ReusedPage } from './support/reused-page'
import { type RunningServer, startServer } from './support/server'

export { expect } from '@playwright/test'
export { expectAccessible } from './support/axe'
export { ADMIN } from './support/server'

export type Options = {
  /** The server's clock at its start. Set it with `test.use({ now })`; each value gets its own server. */
  now: string
}

type Fixtures = {
  /** The product under test. The tests of a file share it; it is reset for the next file. */
  server: RunningServer
  mails: Mails
  /** Requests outside the browser, as a visitor or as an account. */
  api: { visitor: ApiClient; as(account: { id: string }): Promise<ApiClient> }
  /** Rows inserted directly into the database, with realistic values: `arrange.aParent()`, `arrange.aMonth()` ... */
  arrange: ReturnType<typeof buildersFor>
  /** Signs the page's browser in without the sign-in form. */
  signIn(page: Page, account: { id: string }): Promise<void>
}

type WorkerFixtures = {
  servers: { get(file: string, now: string): Promise<RunningServer> }
  reusedPage: ReusedPage
}

export const test = base.extend<Options & Fixtures, WorkerFixtures>({
  now: ['2026-11-16T09:00:00-05:00', { option: true }],

  servers: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from this pattern
    async ({}, use) => {
      let current: { file: string; now: string; server: RunningServer } | undefined
      await use({
        async get(file, now) {
          if (current?.now !== now) {
            await current?.server.stop()
            current = undefined
            current = { file, now, server: await startServer(now) }
          } else if (current.file !== file) {
            await current.server.reset()
            current.file = file
          }
          return current.server
        },
      })
      await current?.server.stop()
    },
    { scope: 'worker' },
  ],

  server: async ({ servers, now }, use, testInfo) => {
    const server = await servers.get(testInfo.file, now)
    const before = server.output().length
    await use(server)
    const output = server.output().slice(before)
    if (output !== '') await testInfo.attach('server output', { body: output, contentType: 'text/plain' })
  },

  reusedPage: [
    async ({ browser }, use) => {
      const reused = new ReusedPage(browser)
      await use(reused)
      await reused.close()
    },
    { scope: 'worker' },
  ],

  context: async ({ reusedPage, server, viewport }, use, testInfo) => {
    const page = await reusedPage.get(`${server.url} ${viewport?.width}`)
    await use(page.context())
    if (testInfo.status === testInfo.expectedStatus) await reusedPage.empty(server.url, viewport)
    else await reusedPage.close()
  },
  page: async ({ context }, use) => {
    const [page] = context.pages()
    await use(page ?? (await context.newPage()))
  },

  baseURL: async ({ server }, use) => use(server.url),
  mails: async ({ server }, use) => use(server.mails),
  arrange: async ({ server }, use) => use(buildersFor(server.database.db)),

  api: async ({ server }, use) =>
    use({
      visitor: apiOf(server),
      as: async ({ id }) => apiOf(server, `aftercare_session=${await openSession(server, id)}`),
    }),

  signIn: async ({ server }, use) =>
    use(async (page, { id }) => {
      const value = await openSession(server, id)
      await page.context().addCookies([{ name: 'aftercare_session', value, url: server.url, httpOnly: true }])
    }),
})
