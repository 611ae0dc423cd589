import { cpSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '../../testkit/built-server'

const HASH = /[\w-]{8}(?=\.\w+$)/
const reversed = (text: string) => [...text].reverse().join('')

/**
 * The product as after a change to all of its files: every hashed name is another one, and so is the worker. A second
 * build would take half a minute.
 */
export function makeNextBuild(build: string): string {
  const next = temporaryFolder('next-build')
  for (const part of ['web', 'server'])
    cpSync(join(build, part, 'dist'), join(next, part, 'dist'), { recursive: true })
  for (const shared of ['node_modules', 'package.json', 'server/package.json'])
    symlinkSync(join(build, shared), join(next, shared))
  renameAssets(join(next, 'web', 'dist'))
  return next
}

function renameAssets(folder: string): void {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  // Compressed copies still contain the old names.
  for (const name of files.filter((name) => /\.(br|gz)$/.test(name))) rmSync(join(folder, name))
  const assets = readdirSync(join(folder, 'assets'))
  const names = new RegExp(assets.map((name) => name.replace(/\W/g, '\\$&')).join('|'), 'g')
  const rename = (name: string) => name.replace(HASH, reversed)
  for (const name of files.filter((name) => /\.(js|css|html|json)$/.test(name))) {
    const text = readFileSync(join(folder, name), 'utf8')
    const renamed = text.replace(names, rename).replace(/(?<=version\W{2,4})[0-9a-f]{16}/, reversed)
    writeFileSync(join(folder, name), renamed)
  }
  for (const name of assets) renameSync(join(folder, 'assets', name), join(folder, 'assets', rename(name)))
}
