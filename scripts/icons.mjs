import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { CHROMIUM_FLAGS, ensureChromium } from './lib/chromium.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { requireNode } from './lib/node-version.mjs'
import { root } from './lib/paths.mjs'
import { main } from './lib/processes.mjs'

/** icons.mjs: renders the home screen icons from the logo. Run it again when the logo changes. */
const FOLDER = join(root, 'web', 'public')
const SIDE = 36

/** The contents of the favicon inside its rounded corners. */
const favicon = readFileSync(join(FOLDER, 'favicon.svg'), 'utf8')
const drawing = favicon.match(/<g [^>]*>(.*)<\/g>/)?.[1] ?? ''
const [sky, sun, rays, ground, door] = drawing.match(/<[^>]+>/g) ?? []
const bleedOf = (piece, change) => Object.entries(change).reduce(withValue, piece)
const withValue = (piece, [name, value]) =>
  piece.includes(` ${name}="`)
    ? piece.replace(new RegExp(` ${name}="[^"]*"`), ` ${name}="${value}"`)
    : piece.replace('/>', ` ${name}="${value}"/>`)

/** Systems crop a maskable icon: the logo stays within the safe zone. */
const maskable = [
  sky,
  '<g transform="translate(18 19) scale(.82) translate(-18 -19)">',
  sun,
  rays,
  bleedOf(ground, { x: -SIDE, width: 3 * SIDE, height: SIDE }),
  bleedOf(door, { height: SIDE }),
  '</g>',
].join('')

const square = (inner) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SIDE} ${SIDE}">${inner}</svg>`
const ICONS = [
  { name: 'icon-192', size: 192, drawing: favicon },
  { name: 'icon-512', size: 512, drawing: favicon },
  { name: 'maskable-192', size: 192, drawing: square(maskable) },
  { name: 'maskable-512', size: 512, drawing: square(maskable) },
  // iOS rounds the corners itself and fills transparency with black.
  { name: 'apple-touch-icon', size: 180, drawing: square(drawing) },
]

requireNode()
await main(async () => {
  await ensureInstalled()
  const { chromium } = await import('@playwright/test')
  const browser = await chromium.launch({ executablePath: await ensureChromium(), args: CHROMIUM_FLAGS })
  try {
    const page = await browser.newPage()
    for (const { name, size, drawing } of ICONS) {
      await page.setViewportSize({ width: size, height: size })
      await page.setContent(`<style>body{margin:0}svg{display:block;width:${size}px}</style>${drawing}`)
      writeFileSync(join(FOLDER, 'icons', `${name}.png`), await page.screenshot({ omitBackground: true }))
    }
  } finally {
    await browser.close()
  }
})
