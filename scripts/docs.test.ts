import { readdirSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { expect, it } from 'vitest'
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

/** What this finds in each document, named with it. */
const findInDocuments = (find: (text: string, document: string) => string[]) =>
  documents.flatMap((document) => find(read(document), document).map((found) => `${document}: ${found}`))

/** What a document links or shows of this repository, with the file it leads to. */
function linksOf(text: string, document: string) {
  const links = [...text.matchAll(/\]\(([^)\s]+)\)|src="([^"]+)"/g)].map(
    (match) => match[1] ?? match[2] ?? '',
  )
  return links
    .filter((link) => !/^(https?|mailto):/.test(link))
    .map((link) => {
      const [path = '', anchor] = link.split('#')
      return { link, anchor, target: path === '' ? document : posix.join(posix.dirname(document), path) }
    })
}

it('have no broken links', () => {
  const broken = findInDocuments((text, document) =>
    linksOf(text, document)
      .filter(
        ({ target, anchor }) =>
          !known.has(target) || (anchor !== undefined && !anchorsOf(target).includes(anchor)),
      )
      .map(({ link }) => link),
  )
  expect(broken).toEqual([])
})

it('show every picture', () => {
  const shown = new Set(
    documents.flatMap((document) => linksOf(read(document), document).map(({ target }) => target)),
  )
  expect(files.filter((file) => file.startsWith('docs/pictures/') && !shown.has(file))).toEqual([])
})

it('name only files that exist', () => {
  const missing = findInDocuments((text) => {
    const named = [...text.matchAll(/`([^`\n]+)`/g)].map(([, words = '']) => words.replace(/\/$/, ''))
    return named.filter((words) => {
      if (PATTERN.test(words) || words.includes(' ')) return false
      return PART.test(words) ? !known.has(words) : CODE_FILE.test(words) && !names.has(words)
    })
  })
  expect(missing).toEqual([])
})

it('name only commands that exist', () => {
  const unknown = findInDocuments((text) =>
    [...text.matchAll(/npm run ([a-z][a-z0-9:-]*[a-z0-9])/g)]
      .map(([, command = '']) => command)
      .filter((command) => !(command in scripts)),
  )
  expect(unknown).toEqual([])
})

it('name every command', () => {
  const unnamed = Object.keys(scripts).filter((command) => {
    const named = new RegExp(`npm (run )?${command}(?![\\w:-])`)
    return !documents.some((document) => named.test(read(document)))
  })
  expect(unnamed).toEqual([])
})
