import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import fsPromises from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { recordingLog } from '../../testing/mail-samples'
import { testApp } from '../../testing/test-app'
import { makeNightlyBackup } from './nightly-backup'

const disk = { blocks: 1_000, bsize: 1_000, bavail: 0 }

vi.spyOn(fsPromises, 'statfs').mockImplementation((async () => disk) as never)
// What other modules import by name.
syncBuiltinESMExports()
afterAll(() => {
  vi.restoreAllMocks()
  syncBuiltinESMExports()
})

const app = await testApp()
const parent = mkdtempSync(join(tmpdir(), 'aftercare-space-'))
afterAll(() => rmSync(parent, { recursive: true, force: true }))

const NEWEST = 'aftercare-nightly-2026-11-16T02-30.backup.gz'
const MADE = 'aftercare-nightly-2026-11-17T02-30.backup.gz'
let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(parent, 'x-'))
  Object.assign(disk, { blocks: 1_000, bavail: 0 })
})
const make = () => {
  const target = { databaseUrl: app.databaseUrl, folder, program: { timeZone: 'America/New_York' } }
  return makeNightlyBackup(
    { ...target, recipient: undefined, log: recordingLog() },
    new Date('2026-11-17T02:30:00-05:00'),
  )
}

test.each([
  ['a little too little', 799, false],
  ['just enough', 800, true],
])('twice the size of the newest backup must be free: %s', async (_, bavail, isEnough) => {
  writeFileSync(join(folder, 'aftercare-nightly-2026-11-15T02-30.backup.gz'), Buffer.alloc(900_000))
  writeFileSync(join(folder, NEWEST), Buffer.alloc(400_000))
  disk.bavail = bavail
  const failure = await make().then(
    () => null,
    (error) => error.message,
  )
  expect(failure).toBe(
    isEnough ? null : 'There is too little space for a backup: 0.8 MB are free, 0.8 MB are needed.',
  )
  expect(readdirSync(folder).includes(MADE)).toBe(isEnough)
})

test('the first backup, and one on a disk that does not tell its size, are tried', async () => {
  await make()
  expect(readdirSync(folder)).toEqual([MADE])
  rmSync(join(folder, MADE))
  writeFileSync(join(folder, NEWEST), Buffer.alloc(400_000))
  disk.blocks = 0
  await make()
  expect(readdirSync(folder)).toEqual([NEWEST, MADE])
})
