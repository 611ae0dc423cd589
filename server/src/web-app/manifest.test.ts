import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { testApp } from '../../testing/test-app'
import { createManifest, MANIFEST_PATH, shortNameOf } from './manifest'
import { es } from './texts/es'

const app = await testApp()

const web = (path: string) => join(import.meta.dirname, '..', '..', '..', 'web', path)

describe('the app on a home screen', () => {
  it.each([
    ['Aftercare', 'Aftercare'],
    ['Hill & Dale', 'Hill & Dale'],
    ['Twelve chars', 'Twelve chars'],
    ['Preschool Aftercare', 'Aftercare'],
  ])('%s is shown under its icon as %s', (name, short) => {
    expect(shortNameOf(name)).toBe(short)
  })

  it('is described in the language of the page that links to it', async () => {
    const { body, headers } = await app.visitor.get(`${MANIFEST_PATH}?lang=es`)
    expect(body).toMatchObject({ lang: 'es', description: es.description, id: '/' })
    expect(headers.get('content-type')).toContain('application/manifest+json')
    for (const query of ['', '?lang=fr', '?lang=en'])
      expect((await app.visitor.get(`${MANIFEST_PATH}${query}`)).body).toMatchObject({ lang: 'en', id: '/' })
  })

  it('has icons in the declared sizes', () => {
    const { icons } = createManifest('Aftercare')
    for (const { src, sizes } of icons) {
      const image = readFileSync(web(`public${src}`))
      // A PNG has its width and height in bytes 16 to 23.
      expect(`${image.readUInt32BE(16)}x${image.readUInt32BE(20)}`, src).toBe(sizes)
    }
    expect(new Set(icons.map(({ sizes, purpose }) => `${sizes} ${purpose}`))).toEqual(
      new Set(['192x192 any', '512x512 any', '192x192 maskable', '512x512 maskable']),
    )
  })

  it("starts in the design's colours, which the page's theme-color tags continue", () => {
    const tokens = readFileSync(web('src/theme/tokens.css'), 'utf8')
    const [, surface, darkSurface] = /--surface: light-dark\((#\w+), (#\w+)\)/.exec(tokens) ?? []
    const [, ground] = /--ground: light-dark\((#\w+),/.exec(tokens) ?? []
    const { theme_color, background_color } = createManifest('Aftercare')
    expect([theme_color, background_color]).toEqual([surface, ground])
    for (const page of ['index.html', 'offline.html']) {
      const html = readFileSync(web(page), 'utf8')
      expect(html).toContain(
        `content="${theme_color}" media="(prefers-color-scheme: light)" data-bar="light"`,
      )
      expect(html).toContain(`content="${darkSurface}" media="(prefers-color-scheme: dark)" data-bar="dark"`)
    }
  })
})
