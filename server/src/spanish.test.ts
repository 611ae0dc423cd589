import { readdirSync } from 'node:fs'
import { join, sep } from 'node:path'
import type { Texts } from '@aftercare/domain/lib/language'
import { describe, expect, it } from 'vitest'

const folder = import.meta.dirname
const places = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith(join(sep, 'texts', 'en.ts')))
  .map((path) => join(folder, path, '..'))

/** Every text with its path; a function is represented by its number of arguments. */
function shapeOf(value: unknown, path = ''): string[] {
  if (typeof value === 'function') return [`${path}(${value.length})`]
  if (typeof value !== 'object' || value === null) return [path]
  return Object.entries(value).flatMap(([key, part]) => shapeOf(part, `${path}.${key}`))
}

describe("the server's Spanish texts", () => {
  it('are the same in both languages', async () => {
    expect(places.length).toBeGreaterThan(0)
    for (const place of places) {
      const { en } = (await import(join(place, 'en.ts'))) as { en: Texts }
      const { es } = (await import(join(place, 'es.ts'))) as { es: Texts }
      expect.soft(es.id, place).toBe(en.id)
      expect.soft(shapeOf(es), place).toEqual(shapeOf(en))
    }
  })
})
