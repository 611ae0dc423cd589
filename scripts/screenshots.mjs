import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { CHROMIUM_FLAGS, ensureChromium } from './lib/chromium.mjs'
import { PARENT, STAFF, signIn, startDemo } from './lib/demo-server.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { requireNode } from './lib/node-version.mjs'
import { root } from './lib/paths.mjs'
import { ensureBuilt, main } from './lib/processes.mjs'

/** screenshots.mjs [NAME]: the screenshots of the README and the guides, taken from the demo. */
const FOLDER = join(root, 'docs', 'pictures')
const DESKTOP = { width: 1280, height: 800 }
const TABLET = { width: 834, height: 1000 }
const PHONE = { width: 390, height: 844 }

const chooseDays = (month, weekdays) => async (page) => {
  await page.getByRole('link', { name: month }).first().click()
  for (const child of ['Noah', 'Amara']) await page.getByRole('checkbox', { name: new RegExp(child) }).click()
  for (const day of weekdays) await page.getByRole('button', { name: day, exact: true }).click()
}
const chooseInEnglish = chooseDays(/December 2026/, ['Mon', 'Wed'])
const chooseInSpanish = chooseDays(/diciembre de 2026/i, ['Lun', 'Mié'])

const editMonth = (page) =>
  page
    .getByRole('link', { name: /December 2026/ })
    .first()
    .click()

const importExample = (name) => async (page) => {
  await page.getByLabel('CSV file').setInputFiles(join(root, 'docs', 'examples', name))
  await page.getByRole('table', { name: 'Lines of the file' }).waitFor()
}

const scrollTo = (name) => (page) =>
  page.getByRole('region', { name }).evaluate((card) => window.scrollTo(0, card.offsetTop - 80))

const PICTURES = [
  { name: 'dashboard-phone', who: PARENT, path: '/dashboard', size: PHONE },
  { name: 'registration', who: PARENT, path: '/dashboard', size: DESKTOP, act: chooseInEnglish },
  { name: 'registration-phone', who: PARENT, path: '/dashboard', size: PHONE, act: chooseInEnglish },
  {
    name: 'registration-phone-dark',
    who: PARENT,
    path: '/dashboard',
    size: PHONE,
    dark: true,
    act: chooseInEnglish,
  },
  { name: 'children-phone', who: PARENT, path: '/children', size: PHONE },
  {
    name: 'family-phone',
    who: PARENT,
    path: '/profile',
    size: PHONE,
    act: scrollTo('Adults in this family'),
  },
  { name: 'drop-in-phone', who: PARENT, path: '/day-drop-in', size: PHONE },
  { name: 'dashboard-phone-es', who: PARENT, path: '/dashboard', size: PHONE, language: 'es' },
  {
    name: 'registration-phone-es',
    who: PARENT,
    path: '/dashboard',
    size: PHONE,
    language: 'es',
    act: chooseInSpanish,
  },
  { name: 'children-phone-es', who: PARENT, path: '/children', size: PHONE, language: 'es' },
  {
    name: 'family-phone-es',
    who: PARENT,
    path: '/profile',
    size: PHONE,
    language: 'es',
    act: scrollTo('Adultos de esta familia'),
  },
  { name: 'drop-in-phone-es', who: PARENT, path: '/day-drop-in', size: PHONE, language: 'es' },
  { name: 'staff-dashboard', who: STAFF, path: '/admin/dashboard', size: DESKTOP },
  { name: 'staff-dashboard-dark', who: STAFF, path: '/admin/dashboard', size: DESKTOP, dark: true },
  { name: 'month-editor', who: STAFF, path: '/admin/months', size: DESKTOP, act: editMonth },
  { name: 'submissions', who: STAFF, path: '/admin/submissions', size: DESKTOP },
  { name: 'day-report', who: STAFF, path: '/admin/day-reports', size: DESKTOP },
  { name: 'board', who: STAFF, path: '/admin/day-reports/board', size: TABLET },
  {
    name: 'import-families',
    who: STAFF,
    path: '/admin/parent-users/import-families',
    size: DESKTOP,
    act: importExample('families.csv'),
  },
  {
    name: 'import-payments',
    who: STAFF,
    path: '/admin/parent-users/import-payments',
    size: DESKTOP,
    act: importExample('payments.csv'),
  },
]

requireNode()
await main(async () => {
  await ensureInstalled()
  await ensureBuilt()
  const executablePath = await ensureChromium()
  const wanted = PICTURES.filter(({ name }) => name.includes(process.argv[2] ?? ''))
  const { chromium } = await import('@playwright/test')
  const demo = await startDemo()
  const browser = await chromium.launch({ executablePath, args: CHROMIUM_FLAGS })
  try {
    mkdirSync(FOLDER, { recursive: true })
    const states = new Map()
    for (const who of new Set(wanted.map((picture) => picture.who).filter(Boolean)))
      states.set(who, await signIn(browser, demo.url, who))
    for (const picture of wanted) await take(browser, demo.url, picture, states.get(picture.who))
  } finally {
    await browser.close()
    demo.stop()
  }
})

async function take(browser, url, { name, path, size, dark = false, language = 'en', act }, storageState) {
  const context = await browser.newContext({
    storageState,
    viewport: size,
    colorScheme: dark ? 'dark' : 'light',
    reducedMotion: 'reduce',
    timezoneId: 'America/New_York',
    deviceScaleFactor: size === PHONE ? 2 : 1,
  })
  await context.addCookies([{ name: 'language', value: language, url }])
  const page = await context.newPage()
  await page.goto(url + path)
  await act?.(page)
  await page.waitForLoadState('networkidle')
  await page.mouse.move(0, 0)
  await page.evaluate(() => {
    // The note about the demo clock is not part of the product.
    const note = document.querySelector('[data-demo-clock]')
    if (note) note.hidden = true
    return document.fonts.ready
  })
  await page.screenshot({ path: join(FOLDER, `${name}.png`) })
  await context.close()
  console.log(`docs/pictures/${name}.png`)
}
