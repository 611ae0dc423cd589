import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '..')
const kit = readFileSync(join(import.meta.dirname, 'kit.css'), 'utf8')
const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.tsx') && !name.endsWith('.test.tsx'))
  .map((name) => ({ name, source: readFileSync(join(root, name), 'utf8') }))

const takesClass = /\b(?:\w+\.)?\w*[cC]lassName\b/
const words = (text: string) => text.split(/\s+/).filter(Boolean)

/** The arguments of every `cx(…)`; no argument contains a bracket outside a string. */
function joinsOf(source: string): string[] {
  return [...source.matchAll(/\bcx\(((?:'[^']*'|`[^`]*`|[^()'`])*)\)/g)].map((match) => match[1] ?? '')
}

/** The classes joined with a passed-in one that are not from the kit. */
function loudParts(join: string): string[] {
  const literals = [...join.matchAll(/'([^']*)'|`([^`]*)`/g)].flatMap((match) =>
    words(match[1] ?? match[2] ?? ''),
  )
  const rest = join.replaceAll(/\S+ === '[^']*'|'[^']*'|`[^`]*`/g, '""')
  const joined = rest
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '' && !part.includes('""') && !takesClass.test(part))
  return [...literals.filter((name) => !name.startsWith('kit-')), ...joined]
}

describe('a class passed to a primitive', () => {
  it('is joined with classes of the kit only, which every utility overrides', () => {
    const loud = files.flatMap(({ name, source }) =>
      joinsOf(source)
        .filter((join) => takesClass.test(join))
        .flatMap(loudParts)
        .map((part) => `${name}: ${part}`),
    )
    expect(files.filter(({ source }) => joinsOf(source).some((join) => takesClass.test(join)))).not.toEqual(
      [],
    )
    expect(loud).toEqual([])
  })

  it('is never concatenated into a string of classes', () => {
    const pasted = files.filter(({ source }) => /\$\{[^}]*\b\w*[cC]lassName\b[^}]*\}/.test(source))
    expect(pasted.map(({ name }) => name)).toEqual([])
  })

  it.each([
    "'flex', className",
    'variant, className',
    "isOpen && 'flex', props.className",
    '`p-4`, listClassName',
  ])('is detected beside utilities, as in cx(%s)', (join) => {
    expect(loudParts(join)).not.toEqual([])
  })
})

it('takes sizes and corners of the theme only, and one name for each weight', () => {
  const arbitrary = /\b(?:text|font|leading|tracking|rounded(?:-[a-z]+)?)-\[[^\]]+\]/g
  expect(
    files.flatMap(({ name, source }) => (source.match(arbitrary) ?? []).map((one) => `${name}: ${one}`)),
  ).toEqual([])
  const styles = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.css') && !name.startsWith('theme'))
    .map((name) => ({ name, source: readFileSync(join(root, name), 'utf8') }))
  const own = /font-weight: (?!inherit|[45678]00;).*|(?:font-size|border-radius): [\d.]+rem;/g
  expect(
    styles.flatMap(({ name, source }) => (source.match(own) ?? []).map((one) => `${name}: ${one}`)),
  ).toEqual([])
})

describe('the kit', () => {
  it('is in the layer below the utilities as a whole', () => {
    const outside = kit.replace(/\/\*[\s\S]*?\*\//g, '').replace(/@layer components \{[\s\S]*\n\}\n$/, '')
    expect(outside.trim()).toBe('')
  })

  it('defines every class that the primitives use', () => {
    const named = new Set(
      files.flatMap(({ source }) => source.match(/(?<=['"`\s])kit-[a-z]+(?:-[a-z]+)*(?=['"`\s])/g) ?? []),
    )
    expect(named.size).toBeGreaterThan(20)
    expect([...named].filter((name) => !new RegExp(`\\.${name}\\b(?!-)`).test(kit))).toEqual([])
  })
})
