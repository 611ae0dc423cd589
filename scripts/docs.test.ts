import { readdirSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from './lib/paths.mjs'

const SKIPPED = ['node_modules', 'dist', 'data', '.git', '.cache', 'test-results']

function listed(folder = ''): string[] {
  return readdirSync(posix.join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = posix.join(folder, entry.name)
    if (SKIPPED.includes(entry.name)) return []
    return entry.isDirectory() ? listed(path) : [path]
  })
}

const files = listed()
const known = new Set(files.flatMap((file) => [file, ...foldersOf(file)]))
const names = new Set(files.map((file) => posix.basename(file)))
const documents = files.filter((file) => file.endsWith('.md'))
const read = (file: string) => readFileSync(posix.join(root, file), 'utf8')
const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }

function foldersOf(file: string): string[] {
  const folder = posix.dirname(file)
  return folder === '.' ? [] : [folder, ...foldersOf(folder)]
}

/** The anchor of a heading, as GitHub generates it. */
const anchorsOf = (document: string) =>
  [...read(document).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  )

const PART = /^(domain|server|web|e2e|bench|trials|testkit|scripts|docs|deploy)\//
const CODE_FILE = /^[\w.-]+\.(tsx?|mjs|css|sql)$/
/** A placeholder for any name. */
const PATTERN = /[<>{}*…]|NNNN/

describe.each(documents)('%s', (document) => {
  const text = read(document)

  it('has no broken links', () => {
    const links = [...text.matchAll(/\]\(([^)\s]+)\)|src="([^"]+)"/g)].map(
      (match) => match[1] ?? match[2] ?? '',
    )
    const broken = links.filter((link) => {
      if (/^(https?|mailto):/.test(link)) return false
      const [path = '', anchor] = link.split('#')
      const target = path === '' ? document : posix.join(posix.dirname(document), path)
      return !known.has(target) || (anchor !== undefined && !anchorsOf(target).includes(anchor))
    })
    expect(broken).toEqual([])
  })

  it('names only files that exist', () => {
    const said = [...text.matchAll(/`([^`\n]+)`/g)].map(([, words = '']) => words.replace(/\/$/, ''))
    const missing = said.filter((words) => {
      if (PATTERN.test(words) || words.includes(' ')) return false
      return PART.test(words) ? !known.has(words) : CODE_FILE.test(words) && !names.has(words)
    })
    expect(missing).toEqual([])
  })

  it('names only commands that exist', () => {
    const said = [...text.matchAll(/npm run ([a-z][a-z0-9:-]*[a-z0-9])/g)].map(([, command = '']) => command)
    expect(said.filter((command) => !(command in scripts))).toEqual([])
  })
})

it.each(Object.keys(scripts))('some document names the command %s', (command) => {
  const named = new RegExp(`npm (run )?${command}(?![\\w:-])`)
  expect(documents.some((document) => named.test(read(document)))).toBe(true)
})
