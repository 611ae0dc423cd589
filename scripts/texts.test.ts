import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { root } from './lib/paths.mjs'

const PARTS = ['domain/src', 'server/src', 'web/src']
const files = PARTS.flatMap((part) =>
  readdirSync(join(root, part), { recursive: true, encoding: 'utf8' }).map((name) => join(root, part, name)),
).filter((file) => /(?<!\.test)\.tsx?$/.test(file))
const isTexts = (file: string) => /\/texts\/(?:[\w-]+\.)?(?:en|es|texts)\.ts$/.test(file)

/** Every name in the code outside the texts, also as a string: `t.title`, `{ title } = t`, `t['title']`. */
const namesIn = (sources: readonly string[]) =>
  new Set(sources.flatMap((source) => source.match(/[\p{L}_$][\p{L}\d_$]*/gu) ?? []))

/** The names of the texts, with their path: `months.availability.full`. */
function namesOf(value: unknown, path: readonly string[] = []): string[][] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [[...path]]
  return Object.entries(value).flatMap(([name, part]) => namesOf(part, [...path, name]))
}

/** Names that are no identifiers are keys of data, such as an error's code. */
const isUnused = (used: ReadonlySet<string>) => (path: readonly string[]) =>
  path.some((name) => /^[\p{L}_$][\p{L}\d_$]*$/u.test(name) && name !== 'id' && !used.has(name))

it('finds a text that nothing uses', () => {
  const used = namesIn(['const { title } = useTexts(en)', 'show(t.count(2))', "labels['late']"])
  const texts = {
    id: 'x',
    title: '',
    count: () => '',
    late: '',
    old: '',
    parts: { title: '' },
    'not-found': '',
  }
  expect(namesOf(texts).filter(isUnused(used))).toEqual([['old'], ['parts', 'title']])
})

it('every text is used', async () => {
  const used = namesIn(files.filter((file) => !isTexts(file)).map((file) => readFileSync(file, 'utf8')))
  const english = files.filter((file) => isTexts(file) && /(?:\/|\.)en\.ts$/.test(file))
  expect(english.length).toBeGreaterThan(10)
  const unused = await Promise.all(
    english.map(async (file) => {
      const { en } = (await import(/* @vite-ignore */ file)) as { en: unknown }
      const names = namesOf(en).filter(isUnused(used))
      return names.map((path) => `${file.slice(root.length + 1)}: ${path.join('.')}`)
    }),
  )
  expect(unused.flat()).toEqual([])
})
