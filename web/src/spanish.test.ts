import type { Texts } from '@aftercare/domain/lib/language'
import { describe, expect, it } from 'vitest'
import { spanish } from './spanish'

const allTexts = import.meta.glob<{ en: Texts }>(
  ['./**/texts/{,*.}en.ts', '../../domain/src/**/texts/{,*.}en.ts'],
  { eager: true },
)
const english = Object.values(allTexts).map(({ en }) => en)
const byId = new Map<string, Texts>(spanish.map((texts) => [texts.id, texts]))

/** Every text with its path; a function is represented by its number of arguments. */
function shapeOf(value: unknown, path = ''): string[] {
  if (typeof value === 'function') return [`${path}(${value.length})`]
  if (typeof value !== 'object' || value === null) return [path]
  return Object.entries(value).flatMap(([key, part]) => shapeOf(part, `${path}.${key}`))
}

/** What richText and error messages fill in must be in both languages. */
const placeholders = (value: unknown): string[] =>
  JSON.stringify(value)
    .match(/\{\w+\}/g)
    ?.sort() ?? []

describe('the Spanish texts', () => {
  it('has a translation of every English file, once', () => {
    expect(english.length).toBeGreaterThan(0)
    // Of errors, the English message comes with the response or from the rule.
    const ids = ['errors', ...english.map(({ id }) => id)]
    expect(spanish.map(({ id }) => id).sort()).toEqual(ids.sort())
    expect(byId.size).toBe(spanish.length)
  })

  it('are the same in both languages', () => {
    for (const texts of english) {
      const translated = byId.get(texts.id)
      expect.soft(shapeOf(translated), texts.id).toEqual(shapeOf(texts))
      expect.soft(placeholders(translated), texts.id).toEqual(placeholders(texts))
    }
  })
})
