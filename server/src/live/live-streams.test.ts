import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { testApp } from '../../testing/test-app'
import type { Viewer } from '../auth/viewer'
import type { Db } from '../db/client'
import { saveSetting } from '../db/settings'
import type { LiveHub, LiveMessage } from './live-hub'
import { createLiveStreams } from './live-streams'

const app = await testApp()
const { clock } = app.services

/** An instance of its own: its database fails to read settings and site content while `isFailing`. */
let isFailing = false
let attempts = 0
const db: Db = {
  ...app.services.db,
  query: (statement) => {
    if (!/select value, version from settings|from site_content/.test(statement.text))
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

const aVisitor = () => {
  const frames: string[] = []
  const stream = {
    viewer: { account: null, roles: ['visitor'] } as Viewer,
    write: (frame: Buffer) => frames.push(frame.toString()),
    end: () => undefined,
  }
  return { frames, stream }
}

it('a change that cannot be sent lets open pages resync, and those that were loading', async () => {
  const [open, byPosition, byAge] = [aVisitor(), aVisitor(), aVisitor()]
  streams.add(open.stream)
  const after = streams.position()
  isFailing = true
  publish({ table: 'site_content', type: 'UPDATE', section_name: 'about_aftercare' })
  await expect.poll(() => open.frames.join()).toContain('event: resync')
  streams.add(byPosition.stream, { after })
  streams.add(byAge.stream, { staleMs: 1_000 })
  for (const { frames } of [byPosition, byAge]) expect(frames.join()).toContain('event: resync')
})

it('seats are sent to many pages in turns, also to one opened meanwhile, and not to one closed meanwhile', async () => {
  const pages = Array.from({ length: 250 }, aVisitor)
  const removals = pages.map(({ stream }) => streams.add(stream))
  const late = aVisitor()
  const after = streams.position()
  const sent = () => pages.filter(({ frames }) => frames.length > 0).length
  const betweenTurns = new Promise<number>((resolve) => {
    const [first] = pages
    if (first)
      first.stream.write = (frame) => {
        setImmediate(() => {
          removals[200]?.()
          removals.push(streams.add(late.stream, { after }))
          resolve(sent())
        })
        return first.frames.push(frame.toString())
      }
  })
  publish({ table: 'month_seats', type: 'UPDATE', id: 'm', is_public: true, taken_seats: { 1: 2 } })
  expect(await betweenTurns).toBeLessThan(101)
  await expect.poll(sent).toBe(249)
  expect(pages[200]?.frames).toEqual([])
  expect(late.frames.join()).toContain('"taken_seats":{"1":2}')
  for (const remove of removals) remove()
})

describe('a stream that opens late', () => {
  const times = (count: number, change: LiveMessage) => {
    for (let index = 0; index < count; index += 1) publish(change)
  }
  /** Seats come last, to everybody. */
  const publishSeats = async (seats: number) => {
    const open = aVisitor()
    const remove = streams.add(open.stream)
    publish({ table: 'month_seats', type: 'UPDATE', id: 'm', is_public: true, taken_seats: { 1: seats } })
    await expect.poll(() => open.frames.join()).toContain(`"taken_seats":{"1":${seats}}`)
    remove()
  }

  it('is up to date without a resync, although many others have registered meanwhile', async () => {
    isFailing = false
    const after = streams.position()
    times(3_000, { table: 'outbox', type: 'INSERT' })
    await publishSeats(3)
    const late = aVisitor()
    streams.add(late.stream, { after })()
    expect(late.frames).toEqual([expect.stringContaining('"taken_seats":{"1":3}')])
  })

  it('resyncs instead of replaying more than it can take', async () => {
    const after = streams.position()
    times(100, { table: 'audit_log', type: 'INSERT' })
    await publishSeats(4)
    const [visitor, staff] = [aVisitor(), aVisitor()]
    staff.stream.viewer = { account: null, roles: ['admin'] }
    for (const { stream } of [visitor, staff]) streams.add(stream, { after })()
    expect(visitor.frames).toEqual([expect.stringContaining('"taken_seats":{"1":4}')])
    expect(staff.frames).toEqual([expect.stringContaining('event: resync')])
  })
})

describe("the programme's details, if they cannot be loaded at once", () => {
  let frames: string[]
  beforeEach(() => {
    isFailing = true
    attempts = 0
    const visitor = aVisitor()
    frames = visitor.frames
    streams.add(visitor.stream)
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
