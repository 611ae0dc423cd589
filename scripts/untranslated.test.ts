import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { bracketedModule, untranslatedWords } from '../e2e/support/untranslated'
import { hardCodedTexts, reachableFrom } from './lib/hard-coded-text.mjs'
import { root } from './lib/paths.mjs'

describe('the check for untranslated words', () => {
  it.each([
    ['⟦Elija los días⟧'],
    ['⟦Inscripción de ⟦Amara⟧⟧ $20.00'],
    ['Dana Okafor'],
    ['viernes, 4 de diciembre de 2026'],
    ['12 nov 2026, 3:05 p.m.'],
    ['⟦Si tiene preguntas, ⟦escriba⟧ a⟧ dana@example.com'],
    ['L mar Mié 12 $22.50 · 3'],
  ])('accepts %s', (line) => {
    expect(untranslatedWords([line], ['Dana Okafor', 'Dana', 'dana@example.com'])).toEqual([])
  })

  it.each([
    ['Sign In', 'Sign In'],
    ['⟦Inscribir⟧ for December', 'for December'],
    ['Friday, December 4', 'Friday December'],
    ['⟦3 días⟧ selected', 'selected'],
    ['⟦a⟧⟧ Save', 'Save'],
    ['Dana Okafors', 'Okafors'],
  ])('finds what is English in %s', (line, words) => {
    expect(untranslatedWords([line], ['Dana'])).toEqual([`${words} (in "${line}")`])
  })

  it('reads a text in several elements of a line as one, and a new line as another', () => {
    expect(untranslatedWords(['⟦Escriba a nosotros o', 'Cancel'], [])).toEqual(['Cancel (in "Cancel")'])
  })
})

it('the texts in brackets are those of the built file, whatever their export is called', async () => {
  const code = `const a=[{id:'x',one:'Uno',many:n=>n+" días",list:['a']}];export{a as t};`
  const url = `data:text/javascript,${encodeURIComponent(code)}`
  const wrapped = `data:text/javascript,${encodeURIComponent(bracketedModule(url, code))}`
  const { t } = await import(/* @vite-ignore */ wrapped)
  expect({ ...t[0], many: t[0].many(2) }).toEqual({ id: 'x', one: '⟦Uno⟧', many: '⟦2 días⟧', list: ['⟦a⟧'] })
})

describe('the check for texts in the code of components', () => {
  it.each([
    ["function Skeleton({ label = 'Loading...' }: Props) {", 'Loading...'],
    ['<span className="sr-only">Loading months</span>', 'Loading months'],
    ['<IconButton aria-label="Close" icon={<X />} />', 'Close'],
    ['<Dialog title={`Delete this`} />', 'Delete this'],
    ['<ConfirmDialog confirmLabel="Delete" />', 'Delete'],
    ['<p>\n  Sort by\n</p>', 'Sort by'],
  ])('finds the one in %s', (code, text) => {
    expect(hardCodedTexts(code)).toEqual([text])
  })

  it.each([
    ['<span className="sr-only">{label ?? t.loading}</span>'],
    ['<IconButton aria-label={t.close} />'],
    ["const PLACES: Record<Place, string> = { label: 'x' }"],
    ['const items = useState<Item>(null)'],
    ['<a title={name}>{name}</a>'],
  ])('accepts %s', (code) => {
    expect(hardCodedTexts(code)).toEqual([])
  })
})

/** In their own language, whatever the page's is. */
const IN_THEIR_OWN_LANGUAGE = ['web/src/features/language/language-offer.tsx']

it('no component that families see has its texts in the code', () => {
  const files = readdirSync(join(root, 'web/src'), { recursive: true, encoding: 'utf8' })
    .map((name) => `web/src/${name.replaceAll('\\', '/')}`)
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.|\/testing\//.test(file))
  const sources = new Map(files.map((file) => [file, readFileSync(join(root, file), 'utf8')]))
  const pages = files.filter((file) => /^web\/src\/(parent\/|auth\/|[\w-]+\.tsx$)/.test(file))
  const seen = reachableFrom(pages, sources, /^web\/src\/(admin|features\/board)\//)
  expect(seen).toContain('web/src/ui/month-calendar/month-calendar-skeleton.tsx')
  expect(seen.length).toBeGreaterThan(200)
  const found = seen
    .filter((file) => file.endsWith('.tsx') && !IN_THEIR_OWN_LANGUAGE.includes(file))
    .flatMap((file) => hardCodedTexts(sources.get(file)).map((text) => `${file}: ${text}`))
  expect(found).toEqual([])
})
