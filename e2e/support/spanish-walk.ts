import type { Page } from '@playwright/test'
import { routes } from '../../web/src/routes'
import { expect } from '../fixtures'
import type { ApiClient } from './api'
import { linesOfPage } from './lines-of-page'
import { bracketedModule, untranslatedWords } from './untranslated'

/** What people typed, and names that stay. */
export const EMAIL = 'zora@quist.test'
const TYPED = [
  'Zora Quist',
  'Zora',
  EMAIL,
  'Wim Quist',
  'Wim',
  'Ida',
  'ida@quist.test',
  'Preschool Aftercare',
]

/** What staff typed, around what is filled in. */
const stringsIn = (value: unknown): string[] => {
  if (typeof value === 'string')
    return value.split(/\n+|\{\w+\}|\*\*|\$\d+/).filter((part) => part.length > 2)
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsIn) : []
}

/**
 * Chooses Spanish, with every text in ⟦ ⟧: what is outside was not translated. Not with `page.route`, which intercepts
 * every file of every page and disables the browser's cache.
 */
async function readBracketed(page: Page, url: string): Promise<() => Promise<void>> {
  await page.context().addCookies([{ name: 'language', value: 'es', url }])
  const devTools = await page.context().newCDPSession(page)
  devTools.on('Fetch.requestPaused', async ({ requestId, request }) => {
    const original = await (await fetch(request.url)).text()
    const body = Buffer.from(bracketedModule(`${request.url}?original`, original)).toString('base64')
    const responseHeaders = [{ name: 'content-type', value: 'text/javascript' }]
    await devTools.send('Fetch.fulfillRequest', { requestId, responseCode: 200, responseHeaders, body })
  })
  // Drops the file of an earlier test from the memory cache, which is asked before the interception.
  await devTools.send('Network.setCacheDisabled', { cacheDisabled: true })
  await devTools.send('Network.setCacheDisabled', { cacheDisabled: false })
  await devTools.send('Fetch.enable', { patterns: [{ urlPattern: '*/assets/spanish-*.js' }] })
  return () => devTools.detach()
}

/** The server's own rendering has no brackets; a query that it does not know makes the app render the page anew. */
export async function open(page: Page, path: string): Promise<void> {
  await page.goto(`${path.replace(/\/:\w+\?/, '').replace(/:\w+/, 'unknown')}?walk`)
  await expect(page.locator('html')).toHaveAttribute('lang', 'es')
  await expect(page.getByText('⟦').first()).toBeAttached()
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
}

export const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first()
export const box = (page: Page, name: string) => page.getByRole('textbox', { name }).first()
export const day = (page: Page, n: number) => button(page, new RegExp(`, ${n} de diciembre`))
/** What opened last. */
export const dialog = (page: Page) => page.getByRole('dialog').or(page.getByRole('alertdialog')).last()
export const confirm = (page: Page, name: string) => dialog(page).getByRole('button', { name }).click()
export const toast = (page: Page, text: string) => expect(page.getByText(text).first()).toBeVisible()

export const paths = (access: string) =>
  routes.flatMap((route) => ('page' in route && route.access === access ? route.path : []))

/** Checks the words of what is shown, and that nothing is wider than a phone. */
export type Check = (state: string) => Promise<void>

type Walker = { page: Page; server: { url: string }; api: { visitor: ApiClient } }

/** Reads the page bracketed. `check` collects what is wrong, and `end` fails with it. */
export async function walk({ page, server, api }: Walker) {
  const sections = ['about_aftercare', 'registration_agreement', 'dropin_agreement']
  const written = await Promise.all(
    sections.map(async (name) => (await api.visitor.get(`/api/site-content/${name}`)).body),
  )
  const typed = [...TYPED, ...stringsIn(written)]
  const found = new Set<string>()
  const check: Check = async (state) => {
    const screen = `${new URL(page.url()).pathname}, ${state}`
    for (const line of untranslatedWords(await page.evaluate(linesOfPage), typed))
      found.add(`${screen}: ${line}`)
    const tooWide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    if (tooWide > 0) found.add(`${screen}: ${tooWide} px too wide`)
  }
  const checkWidths: Check = async (state) => {
    for (const width of [1280, 320, 390]) {
      await page.setViewportSize({ width, height: 844 })
      await check(`${state}, ${width} px`)
    }
  }
  const stopBracketing = await readBracketed(page, server.url)
  const end = async () => {
    await stopBracketing()
    expect([...found]).toEqual([])
  }
  return { check, checkWidths, end }
}
