import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { buildersFor } from '../../testing/builders'
import { testApp } from '../../testing/test-app'
import { createSession, findViewer } from '../auth/sessions.queries'
import type { Viewer } from '../auth/viewer'
import type { Db } from '../db/client'
import { saveSetting } from '../db/settings'
import { execute, sql } from '../db/sql'
import type { LiveHub, LiveMessage } from './live-hub'
import { createLiveStreams } from './live-streams'

const app = await testApp()
const { clock } = app.services
const make = buildersFor(app.services.db)

/** An instance of its own: its database fails to read settings and site content while `isFailing`. */
let isFailing = false
let attempts = 0
/** What happens between reading a session and its answer. */
let afterSessionRead = async () => {}
const db: Db = {
  ...app.services.db,
  query: async (statement) => {
    if (/from sessions s/.test(statement.text)) {
      const answer = await app.services.db.query(statement)
      await afterSessionRead()
      return answer
    }
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

/** Signed in, with a stream that is not open yet. */
async function aSignedInStream(account: { id: string }) {
  const secret = await createSession(app.services.db, account.id, clock.now(), config.staffSession)
  const frames: string[] = []
  let hasEnded = false
  const stream = {
    viewer: await findViewer(app.services.db, secret, clock.now()),
    write: (frame: Buffer) => frames.push(frame.toString()),
    end: () => {
      hasEnded = true
    },
  }
  return { frames, stream, hasEnded: () => hasEnded }
}
const endSessions = ({ id }: { id: string }) =>
  execute(app.services.db, sql`delete from sessions where account_id = ${id}`)

describe('access', () => {
  it('that ends before a stream is open ends it', async () => {
    const parent = await make.aParent()
    const { frames, stream, hasEnded } = await aSignedInStream(parent)
    await endSessions(parent)
    streams.add(stream)
    await expect.poll(hasEnded).toBe(true)
    expect(frames.join()).toContain('event: signed-out')
  })

  it('is that of the latest check, also if an earlier one is answered after it', async () => {
    const admin = await make.anAdmin()
    const { stream } = await aSignedInStream(admin)
    let answer = () => {}
    const answered = new Promise<void>((resolve) => {
      answer = resolve
    })
    let hasRead = () => {}
    const read = new Promise<void>((resolve) => {
      hasRead = resolve
    })
    afterSessionRead = () => {
      hasRead()
      return answered
    }
    const earlier = streams.recheck(stream)
    await read
    afterSessionRead = async () => {}
    await execute(app.services.db, sql`update user_roles set role = 'parent' where user_id = ${admin.id}`)
    await streams.recheck(stream)
    expect(stream.viewer.roles).toEqual(['parent'])
    answer()
    await earlier
    expect(stream.viewer.roles).toEqual(['parent'])
  })

  it('of many streams is checked in turns when changes may have been missed', async () => {
    const parent = await make.aParent()
    const opened = await Promise.all(Array.from({ length: 30 }, () => aSignedInStream(parent)))
    const removals = opened.map(({ stream }) => streams.add(stream))
    await Promise.all(opened.map(({ stream }) => streams.recheck(stream)))
    let atOnce = 0
    let most = 0
    afterSessionRead = async () => {
      atOnce += 1
      most = Math.max(most, atOnce)
      await new Promise((resolve) => setTimeout(resolve, 1))
      atOnce -= 1
    }
    publish('resync')
    await expect.poll(() => opened.every(({ frames }) => frames.join().includes('event: resync'))).toBe(true)
    expect(most).toBeGreaterThan(0)
    expect(most).toBeLessThanOrEqual(4)
    afterSessionRead = async () => {}
    for (const remove of removals) remove()
  })
})

it('a change that cannot be sent lets open pages resync, and those that were loading', async () => {
  const open = aVisitor()
  streams.add(open.stream)
  isFailing = true
  publish({ table: 'site_content', type: 'UPDATE', section_name: 'about_aftercare' })
  await expect.poll(() => open.frames.join()).toContain('event: resync')
  expect(streams.missedBy(open.stream.viewer).changed_ms).toBeLessThan(5_000)
  isFailing = false
})

const aMonth = (taken: number) =>
  ({ table: 'month_seats', type: 'UPDATE', id: 'm', is_public: true, taken_seats: { 1: taken } }) as const

it('seats are sent to many pages in turns, not to one closed meanwhile, and known to those that open', async () => {
  const pages = Array.from({ length: 250 }, aVisitor)
  const removals = pages.map(({ stream }) => streams.add(stream))
  const sent = () => pages.filter(({ frames }) => frames.length > 0).length
  const betweenTurns = new Promise<number>((resolve) => {
    const [first] = pages
    if (first)
      first.stream.write = (frame) => {
        setImmediate(() => {
          removals[200]?.()
          resolve(sent())
        })
        return first.frames.push(frame.toString())
      }
  })
  publish(aMonth(2))
  expect(await betweenTurns).toBeLessThan(101)
  await expect.poll(sent).toBe(249)
  expect(pages[200]?.frames).toEqual([])
  // The second one waits.
  publish(aMonth(3))
  const [seats, ...others] = streams.missedBy(aVisitor().stream.viewer).seats
  expect(seats).toMatchObject({ id: 'm', taken_seats: { 1: 3 } })
  expect(seats).not.toHaveProperty('is_public')
  expect(others).toEqual([])
  publish({ ...aMonth(4), id: 'draft', is_public: false })
  const seenBy = (viewer: Viewer) => streams.missedBy(viewer).seats.map(({ id }) => id)
  expect(seenBy({ account: null, roles: ['visitor'] })).toEqual(['m'])
  expect(seenBy({ account: null, roles: ['admin'] })).toEqual(['m', 'draft'])
  // Hidden again: pages refetch all months that they may see.
  publish({ table: 'months', type: 'UPDATE', id: 'm', is_public: false })
  expect(seenBy({ account: null, roles: ['visitor'] })).toEqual([])
  for (const remove of removals) remove()
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
    await expect.poll(() => attempts).toBeGreaterThan(1)
    expect(config.program.name).not.toBe('Hill')
    expect(frames.join()).not.toContain('event: program')
    isFailing = false
    await expect.poll(() => frames.join()).toContain('"name":"Hill"')
    expect(config.program.name).toBe('Hill')
  })

  it('do not keep a resync from ending streams that are signed out, and are loaded later', async () => {
    await saveName('Dale')
    const parent = await make.aParent()
    const { frames: sent, stream, hasEnded } = await aSignedInStream(parent)
    streams.add(stream)
    await streams.recheck(stream)
    await endSessions(parent)
    publish('resync')
    await expect.poll(hasEnded).toBe(true)
    expect(sent.join()).toContain('event: signed-out')
    await expect.poll(() => frames.join()).toContain('event: resync')
    isFailing = false
    await expect.poll(() => config.program.name).toBe('Dale')
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
