import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { testApp } from '../../testing/test-app'
import type { Db } from '../db/client'
import { saveSetting } from '../db/settings'
import type { LiveHub, LiveMessage } from './live-hub'
import { createLiveStreams } from './live-streams'

const app = await testApp()
const { clock } = app.services

/** An instance of its own: its database fails to read the settings while `isFailing`. */
let isFailing = false
let attempts = 0
const db: Db = {
  ...app.services.db,
  query: (statement) => {
    if (!statement.text.includes('select value, version from settings'))
      return app.services.db.query(statement)
    attempts += 1
    return isFailing ? Promise.reject(new Error('The database is away')) : app.services.db.query(statement)
  },
}
let publish: (message: LiveMessage) => void = () => undefined
const live: LiveHub = {
  subscribe: (listener) => {
    publish = listener
    return () => undefined
  },
  ready: Promise.resolve(),
  stop: async () => undefined,
}
const config = { ...app.services.config, program: { ...app.services.config.program } }
const streams = createLiveStreams({ ...app.services, db, live, config })
afterAll(() => publish('closing'))

const saveName = (name: string) => {
  const details = { name, contact_email: 'office@hill.example', contact_phone: null }
  const value = { ...details, time_zone: 'America/New_York' }
  return app.services.db.transaction((tx) => saveSetting(tx, 'program', value, clock.now().toISOString()))
}
const PROGRAM_SAVED = { table: 'settings', type: 'UPDATE', key: 'program' } as const

describe("the programme's details, if they cannot be loaded at once", () => {
  let frames: string[]
  beforeEach(() => {
    isFailing = true
    attempts = 0
    frames = []
    streams.add({
      viewer: { account: null, roles: ['visitor'] },
      write: (frame) => frames.push(frame.toString()),
      end: () => undefined,
    })
  })

  it('are loaded later and sent to open pages', async () => {
    await saveName('Hill')
    publish(PROGRAM_SAVED)
    await expect.poll(() => attempts, { timeout: 5_000 }).toBeGreaterThan(1)
    expect(config.program.name).not.toBe('Hill')
    expect(frames.join()).not.toContain('event: program')
    isFailing = false
    await expect.poll(() => frames.join(), { timeout: 5_000 }).toContain('"name":"Hill"')
    expect(config.program.name).toBe('Hill')
  })

  it('do not keep a resync from ending streams that are signed out, and are loaded later', async () => {
    await saveName('Dale')
    const parent: string[] = []
    const at = clock.now().toISOString()
    const account = {
      id: randomUUID(),
      email: 'dana@example.com',
      fullName: 'Dana',
      language: null,
      roles: ['parent' as const],
    }
    const session = { sessionId: 'ended meanwhile', sessionExpiresAt: at, sessionSeenAt: at }
    let isEnded = false
    streams.add({
      viewer: { account: { ...account, ...session, familyId: account.id }, roles: ['parent'] },
      write: (frame) => parent.push(frame.toString()),
      end: () => {
        isEnded = true
      },
    })
    publish('resync')
    await expect.poll(() => isEnded).toBe(true)
    expect(parent.join()).toContain('event: signed-out')
    await expect.poll(() => frames.join()).toContain('event: resync')
    isFailing = false
    await expect.poll(() => config.program.name, { timeout: 5_000 }).toBe('Dale')
  })

  it('are not tried for any more once the instance stops', async () => {
    publish(PROGRAM_SAVED)
    await expect.poll(() => attempts).toBeGreaterThan(0)
    publish('closing')
    const before = attempts
    await new Promise((resolve) => setTimeout(resolve, 700))
    expect(attempts).toBe(before)
  })
})
