import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { assertClusterExists, makeDataDir } from './location'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'aftercare-location-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('a command that only reads', () => {
  it('creates nothing where there is no database', () => {
    const missing = join(folder, 'missing')
    for (const dataDir of [folder, missing])
      expect(() => assertClusterExists(dataDir)).toThrow(
        `There is no database in the data folder ${dataDir}.`,
      )
    expect(readdirSync(folder)).toEqual([])
  })
})

if (process.getuid?.() === 0) {
  describe('the data folder', () => {
    // Within this process: the checkout may be where only root may read.
    it('cannot be used by an ordinary user if it belongs to someone else', () => {
      const dataDir = join(folder, 'data')
      process.seteuid?.(65_534)
      try {
        expect(() => makeDataDir(dataDir)).toThrow(
          `The data folder ${dataDir} cannot be written to: permission denied.`,
        )
      } finally {
        process.seteuid?.(0)
      }
    })
  })
}
