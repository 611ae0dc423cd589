import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { root } from './lib/paths.mjs'

const read = (path: string) => readFileSync(join(root, path), 'utf8')
const versionOf = (path: string): string => JSON.parse(read(path)).version
const WORKSPACES = ['domain', 'server', 'web']

it('the newest heading of the changelog is the version of every package and of the lock file', () => {
  const headings = [...read('CHANGELOG.md').matchAll(/^## (.+)$/gm)].map(([, heading]) => heading)
  const { version, packages } = JSON.parse(read('package-lock.json'))
  const versions = [
    versionOf('package.json'),
    ...WORKSPACES.map((part) => versionOf(`${part}/package.json`)),
    version,
    ...['', ...WORKSPACES].map((path) => packages[path].version),
  ]
  expect(headings[0]).toMatch(/^\d+\.\d+\.\d+$/)
  expect(new Set(versions)).toEqual(new Set([headings[0]]))
  expect(new Set(headings).size).toBe(headings.length)
})
