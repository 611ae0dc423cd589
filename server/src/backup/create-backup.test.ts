import fs, { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import fsPromises from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { testApp } from '../../testing/test-app'
import { readBackup } from './backup-file'
import { createBackup } from './create-backup'

/** The code that linking a file and syncing a folder fail with. */
const failing: { link: string | null; folderSync: string | null } = { link: null, folderSync: null }
const failure = (code: string) => Object.assign(new Error(code), { code })

const { linkSync } = fs
vi.spyOn(fs, 'linkSync').mockImplementation((from, to) => {
  if (failing.link) throw failure(failing.link)
  linkSync(from, to)
})
const { open } = fsPromises
vi.spyOn(fsPromises, 'open').mockImplementation(async (path, ...rest) => {
  const handle = await open(path, ...rest)
  const code = failing.folderSync
  if (code && statSync(String(path)).isDirectory()) handle.sync = () => Promise.reject(failure(code))
  return handle
})
// What other modules import by name.
syncBuiltinESMExports()
afterAll(() => {
  vi.restoreAllMocks()
  syncBuiltinESMExports()
})

const app = await testApp()
const parent = mkdtempSync(join(tmpdir(), 'aftercare-create-'))
afterAll(() => rmSync(parent, { recursive: true, force: true }))

let folder: string
beforeEach(() => {
  failing.folderSync = null
  failing.link = null
  folder = mkdtempSync(join(parent, 'x-'))
})

test('only the unfinished file of this call is removed', async () => {
  const file = join(folder, 'one.backup.gz')
  const others = [`one.backup.gz.${process.pid}.part`, 'one.backup.gz.part']
  for (const name of others) writeFileSync(join(folder, name), '')
  await createBackup(app.databaseUrl, file)
  expect(readdirSync(folder).toSorted()).toEqual(['one.backup.gz', ...others].toSorted())
})

describe('a file system without hard links', () => {
  test.each(['EPERM', 'ENOTSUP'])('gets a backup all the same: %s', async (code) => {
    failing.link = code
    const file = join(folder, 'one.backup.gz')
    await createBackup(app.databaseUrl, file)
    await readBackup(file, [])
    expect(readdirSync(folder)).toEqual(['one.backup.gz'])
    expect(statSync(file).mode & 0o777).toBe(0o600)
  })

  test('never replaces an older file', async () => {
    failing.link = 'EPERM'
    const file = join(folder, 'one.backup.gz')
    writeFileSync(file, 'older')
    await expect(createBackup(app.databaseUrl, file)).rejects.toThrow('already exists')
    expect(readFileSync(file, 'utf8')).toBe('older')
    expect(readdirSync(folder)).toEqual(['one.backup.gz'])
  })
})

describe('a folder that cannot be synced', () => {
  test.each(['EINVAL', 'ENOTSUP', 'EPERM', 'EISDIR'])(
    'does not make a complete backup fail: %s',
    async (code) => {
      failing.folderSync = code
      const file = join(folder, 'one.backup.gz')
      await createBackup(app.databaseUrl, file)
      await readBackup(file, [])
      expect(readdirSync(folder)).toEqual(['one.backup.gz'])
    },
  )

  test('because the disk fails leaves no file behind', async () => {
    failing.folderSync = 'EIO'
    const file = join(folder, 'one.backup.gz')
    await expect(createBackup(app.databaseUrl, file)).rejects.toThrow('could not be written')
    expect(readdirSync(folder)).toEqual([])
  })
})
