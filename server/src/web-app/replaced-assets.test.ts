import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { isHashedName, storeAssets } from './replaced-assets'

const DAY_MS = 24 * 60 * 60 * 1000
const START = Date.parse('2026-11-16T14:00:00Z')

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'aftercare-assets-'))
})
afterEach(() => rmSync(root, { recursive: true }))

const web = () => join(root, 'web')
const data = () => join(root, 'data')
const stored = (name: string) => join(data(), 'web-assets', name)

/** Replaces the build, as a deployment does, and starts the server on the given day. */
async function deploy(day: number, ...names: string[]) {
  rmSync(web(), { recursive: true, force: true })
  mkdirSync(join(web(), 'assets'), { recursive: true })
  for (const name of names) writeFileSync(join(web(), 'assets', name), `code of ${name}`)
  await storeAssets(web(), data(), START + day * DAY_MS)
}

const storedNames = () => readdirSync(join(data(), 'web-assets')).sort()

describe('the files of replaced builds', () => {
  it('stay for a week after the deployment that replaced them, however long they were in use', async () => {
    await deploy(0, 'index-AAAAAAAA.js', 'index-AAAAAAAA.js.br', 'react-SHARED00.js')
    await deploy(100, 'index-BBBBBBBB.js', 'react-SHARED00.js')
    await deploy(106.9, 'index-CCCCCCCC.js', 'react-SHARED00.js')
    expect(storedNames()).toEqual([
      'index-AAAAAAAA.js',
      'index-AAAAAAAA.js.br',
      'index-BBBBBBBB.js',
      'index-CCCCCCCC.js',
      'react-SHARED00.js',
      'replaced.json',
    ])
    await deploy(107.1, 'index-CCCCCCCC.js', 'react-SHARED00.js')
    expect(storedNames()).toEqual([
      'index-BBBBBBBB.js',
      'index-CCCCCCCC.js',
      'react-SHARED00.js',
      'replaced.json',
    ])
  })

  it('count as replaced only since the last deployment that had them', async () => {
    await deploy(0, 'AAAAAAAA.js')
    await deploy(1, 'BBBBBBBB.js')
    await deploy(6, 'AAAAAAAA.js')
    await deploy(8, 'CCCCCCCC.js')
    await deploy(14, 'CCCCCCCC.js')
    expect(storedNames()).toEqual(['AAAAAAAA.js', 'CCCCCCCC.js', 'replaced.json'])
  })

  it.each(['', '[]', '{"AAAAAAAA.js":"yesterday"}', '{"AAAAAAAA.js":null}'])(
    'stay another week when the index is damaged: %s',
    async (index) => {
      await deploy(0, 'AAAAAAAA.js')
      await deploy(1, 'BBBBBBBB.js')
      writeFileSync(stored('replaced.json'), index)
      await deploy(20, 'BBBBBBBB.js')
      expect(storedNames()).toContain('AAAAAAAA.js')
    },
  )

  it('are not affected by a clock that was set back', async () => {
    await deploy(10, 'AAAAAAAA.js')
    await deploy(11, 'BBBBBBBB.js')
    await deploy(0, 'BBBBBBBB.js')
    expect(storedNames()).toContain('AAAAAAAA.js')
  })

  it('are copied whole, and nothing but hashed files', async () => {
    await deploy(0, 'AAAAAAAA.js')
    writeFileSync(stored('BBBBBBBB.js.tmp'), 'half of a fi')
    writeFileSync(stored('note-of-the-operator.txt'), 'mine')
    await deploy(1, 'BBBBBBBB.js', 'report.pdf', '.hidden')
    expect(storedNames()).toEqual(['AAAAAAAA.js', 'BBBBBBBB.js', 'note-of-the-operator.txt', 'replaced.json'])
    expect(readFileSync(stored('BBBBBBBB.js'), 'utf8')).toBe('code of BBBBBBBB.js')
  })
})

it.each([
  ['index-CL1nxhJV.js', true],
  ['6-C6WiP9.js', true],
  ['dashboard.prefetch--mjtghoQ.js', true],
  ['shared~statement-page~parent-statement-page-CQSyMiWe.css', true],
  ['figtree-latin-wght-normal-D_ZTVpCC.woff2', true],
  ['replaced.json', false],
  ['index-CL1nxhJV.js.tmp', false],
  ['index-CL1nxhJV.js.br', false],
  ['../../secrets-CL1nxhJV.js', false],
  ['..%2f..%2fsecrets-CL1nxhJV.js', false],
  ['.hidden-CL1nxhJV.js', false],
  ['app.js', false],
  ['', false],
])('%s is a hashed name: %s', (name, expected) => {
  expect(isHashedName(name)).toBe(expected)
})
