import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import type * as fsPromises from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { testApp } from '../../testing/test-app'
import { readBackup } from './backup-file'
import { createBackup } from './create-backup'

const failing = vi.hoisted(() => ({ folderSync: null as string | null }))

vi.mock('node:fs/promises', async (importOriginal) => {
  const original = await importOriginal<typeof fsPromises>()
  const open: typeof original.open = async (path, ...rest) => {
    const handle = await original.open(path, ...rest)
    if (failing.folderSync && statSync(String(path)).isDirectory())
      handle.sync = () => Promise.reject(Object.assign(new Error('sync'), { code: failing.folderSync }))
    return handle
  }
  return { ...original, open }
})

const app = await testApp()
const parent = mkdtempSync(join(tmpdir(), 'aftercare-create-'))
afterAll(() => rmSync(parent, { recursive: true, force: true }))

describe('a folder that cannot be synced', () => {
  let folder: string
  beforeEach(() => {
    failing.folderSync = null
    folder = mkdtempSync(join(parent, 'x-'))
  })

  test.each(['EINVAL', 'ENOTSUP', 'EPERM', 'EISDIR'])(
    'does not make a complete backup fail: %s',
    async (code) => {
      failing.folderSync = code
      const file = join(folder, 'one.backup.gz')
      await createBackup(app.databaseUrl, file)
      await readBackup(file)
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
