import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const SOURCE = new URL('./', import.meta.url)
const files = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' }).filter(
  (name) => name.endsWith('.ts') && !name.endsWith('.test.ts'),
)

test.each(files)('%s imports only zod and other rules, and reads no clock and no local time', (name) => {
  const source = readFileSync(new URL(name, SOURCE), 'utf8')
  const imports = [...source.matchAll(/from '([^']+)'/g)].map((match) => match[1] ?? '')
  expect(
    imports.filter(
      (path) => !/^zod(\/mini)?$/.test(path) && !/^\.{1,2}(\/\.\.)*\/[a-z/-]+(\.e[ns])?$/.test(path),
    ),
  ).toEqual([])
  expect(source).not.toMatch(/new Date\(\)|Date\.now|process\.|globalThis|window\.|document\./)
  expect(source).not.toMatch(/\.(get|set)(FullYear|Month|Date|Day|Hours|Minutes|Seconds|TimezoneOffset)\(/)
})
