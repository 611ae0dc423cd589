import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { root } from './lib/paths.mjs'

const read = (path: string) => readFileSync(join(root, path), 'utf8')

/** `name: parts` of everything that runs in production, from the packages themselves. */
function used(): Record<string, string> {
  const parts: Record<string, string[]> = {}
  for (const part of ['domain', 'server', 'web']) {
    const { dependencies = {} } = JSON.parse(read(`${part}/package.json`))
    for (const name of Object.keys(dependencies).filter((each) => !each.startsWith('@aftercare/'))) {
      parts[name] = [...(parts[name] ?? []), part]
    }
  }
  return Object.fromEntries(Object.entries(parts).map(([name, list]) => [name, list.join(', ')]))
}

/** The rows of docs/dependencies.md. */
function documented() {
  const rows = [...read('docs/dependencies.md').matchAll(/^\| `([^`]+)` \| ([^|]+) \| ([^|]*) \|$/gm)]
  return rows.map(([, name = '', parts = '', reason = '']) => ({ name, parts, reason: reason.trim() }))
}

it('gives a reason for every production dependency, and for no other package', () => {
  const rows = documented()
  expect(Object.fromEntries(rows.map(({ name, parts }) => [name, parts]))).toEqual(used())
  for (const { name, reason } of rows) expect(reason.length, name).toBeGreaterThan(3)
})

it('lists them alphabetically, once each', () => {
  const names = documented().map(({ name }) => name)
  expect(names).toEqual([...new Set(names)].sort())
})
