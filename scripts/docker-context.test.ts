import { readdirSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { expect, it } from 'vitest'
import { importsOf } from './lib/imports.mjs'
import { root } from './lib/paths.mjs'

const read = (file: string) => readFileSync(join(root, file), 'utf8')
const lines = read('.dockerignore').trim().split('\n')
const included = lines.filter((line) => line.startsWith('!')).map((line) => line.slice(1))
const ignored = lines.filter((line) => !line.startsWith('!')).map((line) => line.replace(/\/\*$/, ''))
const isIn = (file: string, folders: string[]) => folders.some((folder) => file.startsWith(`${folder}/`))

const sources = ['domain/src', 'server/src', 'web/src'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /(?<!\.test)\.tsx?$/.test(name))
    .map((name) => posix.join(folder, name)),
)

it('builds the image from everything that the sources import', () => {
  const imported = sources.flatMap((file) =>
    importsOf(read(file)).flatMap(({ specifier = '' }) =>
      specifier.startsWith('.') ? posix.join(posix.dirname(file), specifier) : [],
    ),
  )
  expect(imported).toContain('docs/examples/families.csv?raw')
  expect(imported.filter((file) => isIn(file, ignored) && !isIn(file, included))).toEqual([])
})
