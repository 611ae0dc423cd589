import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const SOURCE = new URL('./', import.meta.url)
const files = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' }).filter(
  (name) => name.endsWith('.ts') && !name.endsWith('.test.ts'),
)

const ALLOWED_IMPORT = /^zod(\/mini)?$|^\.{1,2}(\/\.\.)*\/[a-z/-]+(\.e[ns])?$/
const GLOBAL = /new Date\(\)|Date\.now|process\.|globalThis|window\.|document\./
const LOCAL_TIME = /\.(get|set)(FullYear|Month|Date|Day|Hours|Minutes|Seconds|TimezoneOffset)\(/

test('the rules import only zod and other rules, and read no clock and no local time', () => {
  const impure = files.flatMap((name) => {
    const source = readFileSync(new URL(name, SOURCE), 'utf8')
    const imports = [...source.matchAll(/from '([^']+)'/g)].map((match) => match[1] ?? '')
    return [
      ...imports.filter((path) => !ALLOWED_IMPORT.test(path)),
      ...[GLOBAL, LOCAL_TIME].flatMap((forbidden) => forbidden.exec(source)?.[0] ?? []),
    ].map((found) => `${name}: ${found}`)
  })
  expect(files.length).toBeGreaterThan(0)
  expect(impure).toEqual([])
})
