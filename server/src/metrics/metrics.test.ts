import { beforeAll, describe, expect, it } from 'vitest'
import { buildersFor } from '../../testing/builders'
import { startTestApp, type TestApp, testApp } from '../../testing/test-app'
import { execute, sql } from '../db/sql'
import { createMetrics } from './metrics'
import { formatMetrics } from './text-format'

const TOKEN = 'a token of sixteen letters'.replaceAll(' ', '-')
const NOW = '2026-11-16T09:00:00-05:00'

const app = await testApp({ env: { METRICS_TOKEN: TOKEN, BACKUP_DIR: '/tmp/none' }, now: NOW })

async function scrape(of: TestApp = app) {
  const { status, body, headers } = await of.visitor.get<string>('/api/metrics', {
    authorization: `Bearer ${TOKEN}`,
  })
  expect(status).toBe(200)
  expect(headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8')
  const values = new Map<string, number>()
  for (const line of body.split('\n').filter((each) => each !== '' && !each.startsWith('#'))) {
    const [, series = '', value] = /^(\w+(?:\{.*\})?) (\S+)$/.exec(line) ?? []
    values.set(series, Number(value))
  }
  return { body, values }
}

describe('who may read the metrics', () => {
  it.each([
    ['no token', {}],
    ['a wrong token', { authorization: 'Bearer wrong' }],
    ['a longer token', { authorization: `Bearer ${TOKEN}x` }],
    ['the token as a password', { authorization: `Basic ${TOKEN}` }],
  ])('not whoever has %s', async (_, headers) => {
    const response = await app.visitor.get('/api/metrics', headers)
    expect(response.status).toBe(401)
    expect(response.headers.get('www-authenticate')).toBe('Bearer')
    expect(response.body).not.toContain('aftercare_')
  })

  it('not an admin without the token', async () => {
    const admin = await app.as(await buildersFor(app.services.db).anAdmin())
    expect((await admin.get('/api/metrics')).status).toBe(401)
  })

  it('nobody where METRICS_TOKEN is not set: there is nothing at that address', async () => {
    const without = await startTestApp()
    const headers = { authorization: `Bearer ${TOKEN}` }
    const [unknown, metrics] = [
      await without.visitor.get('/api/unknown', headers),
      await without.visitor.get('/api/metrics', headers),
    ]
    expect(metrics.status).toBe(404)
    expect(metrics.body).toEqual(unknown.body)
    expect(JSON.stringify((await without.visitor.get('/api/openapi.json')).body)).not.toContain('metrics')
    await without.stop()
  })
})

describe('the metrics', () => {
  beforeAll(async () => {
    const { visitor } = app
    await visitor.get('/api/admin/parents/11111111-1111-4111-8111-111111111111')
    await visitor.get('/api/admin/parents/22222222-2222-4222-8222-222222222222')
    for (const path of ['/api/nope', '/api/nope/again?secret=1', '/api/auth/nope']) await visitor.get(path)
    await visitor.post('/api/health', {})
    await visitor.post('/api/client-errors', { message: 'boom', kind: 'load' })
    await visitor.post('/api/client-errors', { message: 'boom', kind: 'anything"} 1' })
  })

  it('count requests by declared route and status, unknown addresses as one', async () => {
    const { values, body } = await scrape()
    const requests = (method: string, route: string, status: number) =>
      values.get(`aftercare_http_requests_total{method="${method}",route="${route}",status="${status}"}`)
    expect(requests('GET', '/api/admin/parents/:id', 401)).toBe(2)
    expect(requests('GET', 'other', 404)).toBe(3)
    expect(requests('POST', 'other', 404)).toBe(1)
    expect(body).not.toMatch(/nope|1111|secret/)
  })

  it('time them', async () => {
    const { values } = await scrape()
    const name = 'aftercare_http_request_duration_seconds'
    const labels = 'method="GET",route="/api/admin/parents/:id"'
    expect(values.get(`${name}_count{${labels}}`)).toBe(2)
    expect(values.get(`${name}_bucket{${labels},le="+Inf"}`)).toBe(2)
    expect(values.get(`${name}_bucket{${labels},le="30"}`)).toBe(2)
    expect(values.get(`${name}_sum{${labels}}`)).toBeGreaterThan(0)
  })

  it('count errors in browsers by the kinds that there are', async () => {
    const { values } = await scrape()
    expect(values.get('aftercare_client_errors_total{kind="load"}')).toBe(1)
    expect(values.get('aftercare_client_errors_total{kind="other"}')).toBe(1)
  })

  it('show the pool, the live streams and the build', async () => {
    const { values, body } = await scrape()
    expect(values.get('aftercare_db_pool_connections{state="idle"}')).toBeGreaterThan(0)
    expect(values.get('aftercare_db_pool_max_connections')).toBe(20)
    expect(values.get('aftercare_db_pool_waiting')).toBe(0)
    const remove = app.services.streams.add({
      viewer: { account: null, roles: ['visitor'] },
      write() {},
      end() {},
    })
    expect((await scrape()).values.get('aftercare_live_streams')).toBe(1)
    remove()
    expect(body).toMatch(/^aftercare_build_info\{version="[^"]+",build=""\} 1$/m)
    expect(values.get('aftercare_db_up')).toBe(1)
  })

  it('show mails by state, and how long the oldest one has been due', async () => {
    const insert = (state: string, created_at: string, send_after: string | null = null) =>
      execute(
        app.services.db,
        sql`insert into outbox (id, template, to_email, subject, text, state, created_at, send_after, message_id)
          values (gen_random_uuid(), 'test', 'a@x.example', '', '', ${state}, ${created_at}, ${send_after}, gen_random_uuid())`,
      )
    await insert('queued', '2026-11-16T08:59:00-05:00')
    await insert('queued', '2026-11-16T08:50:00-05:00', '2026-11-16T09:05:00-05:00')
    await insert('held', '2026-11-16T08:00:00-05:00')
    await insert('sent', '2026-11-01T08:00:00-05:00')
    app.setNow(NOW)
    const { values } = await scrape()
    const mails = (state: string) => values.get(`aftercare_outbox_mails{state="${state}"}`)
    expect(['queued', 'sending', 'held', 'sent', 'failed'].map(mails)).toEqual([2, 0, 1, 1, 0])
    const age = (state: string) => values.get(`aftercare_outbox_oldest_age_seconds{state="${state}"}`) ?? -1
    expect(age('queued')).toBeCloseTo(60, -1)
    expect(age('sending')).toBe(0)
    expect(age('held')).toBeCloseTo(3600, -1)
    expect(age('sent')).toBe(-1)
  })

  it('show jobs and backups', async () => {
    const at = '2026-11-16T02:30:00-05:00'
    await execute(
      app.services.db,
      sql`insert into job_runs (job, run_key, started_at, finished_at) values ('backup', '1', ${at}, ${at}), ('retention', '1', ${at}, null)`,
    )
    await execute(
      app.services.db,
      sql`update job_runs set failures = 1, failed_at = ${at}, error = 'x' where job = 'retention'`,
    )
    const { values } = await scrape()
    const seconds = Date.parse(at) / 1000
    expect(values.get('aftercare_backup_last_success_timestamp_seconds')).toBe(seconds)
    expect(values.get('aftercare_job_last_success_timestamp_seconds{job="backup"}')).toBe(seconds)
    expect(values.get('aftercare_job_failing{job="backup"}')).toBe(0)
    expect(values.get('aftercare_job_failing{job="retention"}')).toBe(1)
  })

  it('have names, types and units as Prometheus recommends', async () => {
    const { body } = await scrape()
    const types = [...body.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name = '', type]) => ({ name, type }))
    expect(types.length).toBeGreaterThan(8)
    for (const { name, type } of types) {
      expect(name).toMatch(/^aftercare_[a-z_]+$/)
      expect(body).toContain(`# HELP ${name} `)
      expect(name.endsWith('_total')).toBe(type === 'counter')
      expect(name).not.toMatch(/_(ms|milliseconds|minutes|kb|mb)(_|$)/)
    }
    const series = body.split('\n').filter((line) => line && !line.startsWith('#'))
    expect(new Set(series.map((line) => line.slice(0, line.lastIndexOf(' ')))).size).toBe(series.length)
    for (const line of series)
      expect(line).toMatch(/^aftercare_[a-z_]+(\{[a-z]+="[^"\n]*"(,[a-z]+="[^"\n]*")*\})? -?[\d.e+-]+$/)
  })
})

it('without the database the metrics of the process are still there', async () => {
  const own = await startTestApp({ env: { METRICS_TOKEN: TOKEN } })
  await own.visitor.get('/api/health')
  await own.stop()
  const { values } = await scrape(own)
  expect(values.get('aftercare_db_up')).toBe(0)
  expect(values.get('aftercare_http_requests_total{method="GET",route="/api/health",status="200"}')).toBe(1)
  expect([...values.keys()].filter((name) => /outbox|job/.test(name))).toEqual([])
})

it('labels are escaped, and a histogram’s buckets add up', () => {
  const metrics = createMetrics()
  metrics.countRequest({ method: 'GET', route: 'a"\\\n', status: 200, seconds: 0.2 })
  metrics.countRequest({ method: 'GET', route: 'a"\\\n', status: 500, seconds: 40 })
  const text = formatMetrics(metrics.collect())
  expect(text).toContain('aftercare_http_requests_total{method="GET",route="a\\"\\\\\\n",status="200"} 1\n')
  const buckets = [...text.matchAll(/le="([^"]+)"\} (\d+)/g)].map(([, le, count]) => `${le}:${count}`)
  expect(buckets).toEqual(expect.arrayContaining(['0.1:0', '0.25:1', '30:1', '+Inf:2']))
  expect(text).toMatch(/_sum\{[^}]*\} 40\.2\n/)
})
