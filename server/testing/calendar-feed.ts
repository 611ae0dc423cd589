import { beforeEach, expect } from 'vitest'
import { execute, sql } from '../src/db/sql'
import { buildersFor } from './builders'
import { type TestAppOptions, type TestClient, testApp } from './test-app'

export const PATH = '/api/calendar-feed'
export type Feed = { is_on: boolean; url: string; webcal_url: string; created_at: string }

export const pathOf = ({ url }: Pick<Feed, 'url'>) => new URL(url).pathname

/** Families with calendar feeds, without submissions, months and settings of earlier tests. */
export async function startCalendarFeeds(options: Pick<TestAppOptions, 'log'> = {}) {
  const app = await testApp({ env: { PUBLIC_URL: 'http://aftercare.example' }, ...options })
  const make = buildersFor(app.services.db)
  beforeEach(async () => {
    app.setNow('2026-11-16T09:00:00-05:00')
    for (const table of [sql`submissions`, sql`months`, sql`settings`, sql`calendar_feeds`])
      await execute(app.services.db, sql`delete from ${table}`)
  })

  async function aFamily() {
    const parent = await make.aParent()
    const child = await make.aChild(parent, {
      name: 'Amara',
      allergies: 'peanut-zebra',
      notes: 'note-of-the-walrus',
    })
    const client = await app.as(parent)
    return { parent, child, client }
  }

  async function turnOn(client: TestClient, body: object = {}): Promise<Feed> {
    const { status, body: feed } = await client.post(PATH, body)
    expect(status).toBe(200)
    return feed
  }

  /** As a calendar program does it: without a cookie, by the URL alone. */
  const fetchFeed = (feed: Pick<Feed, 'url'>, headers = {}) => app.visitor.get<string>(pathOf(feed), headers)

  return { app, make, aFamily, turnOn, fetchFeed }
}
