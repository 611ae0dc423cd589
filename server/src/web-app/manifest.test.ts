import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { describeApp, shortNameOf } from './manifest'

const web = (path: string) => join(import.meta.dirname, '..', '..', '..', 'web', path)

describe('the app on a home screen', () => {
  it.each([
    ['Aftercare', 'Aftercare'],
    ['Hill & Dale', 'Hill & Dale'],
    ['Twelve chars', 'Twelve chars'],
    ['Preschool Aftercare', 'Aftercare'],
  ])('%s stands under its icon as %s', (name, short) => {
    expect(shortNameOf(name)).toBe(short)
  })

  it('has its icons in the sizes that it says', () => {
    const { icons } = describeApp('Aftercare')
    for (const { src, sizes } of icons) {
      const picture = readFileSync(web(`public${src}`))
      // A PNG tells its width and height in bytes 16 to 23.
      expect(`${picture.readUInt32BE(16)}x${picture.readUInt32BE(20)}`, src).toBe(sizes)
    }
    expect(new Set(icons.map(({ sizes, purpose }) => `${sizes} ${purpose}`))).toEqual(
      new Set(['192x192 any', '512x512 any', '192x192 maskable', '512x512 maskable']),
    )
  })

  it("starts in the design's own colours, which the page's bar goes on with", () => {
    const tokens = readFileSync(web('src/theme/tokens.css'), 'utf8')
    const first = (name: string) => tokens.match(new RegExp(`--${name}: (#[0-9a-f]{6})`))?.[1]
    const { theme_color, background_color } = describeApp('Aftercare')
    expect([theme_color, background_color]).toEqual([first('surface'), first('ground')])
    const dark = tokens
      .slice(tokens.indexOf(':root[data-theme="dark"]'))
      .match(/--surface: (#[0-9a-f]{6})/)?.[1]
    for (const page of ['index.html', 'offline.html']) {
      const html = readFileSync(web(page), 'utf8')
      expect(html).toContain(
        `content="${theme_color}" media="(prefers-color-scheme: light)" data-bar="light"`,
      )
      expect(html).toContain(`content="${dark}" media="(prefers-color-scheme: dark)" data-bar="dark"`)
    }
  })
})
