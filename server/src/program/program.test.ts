import { deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildersFor } from '../../testing/builders'
import { type TestClient, testApp } from '../../testing/test-app'
import { rows, sql } from '../db/sql'
import { composeMail } from '../mail/render'
import { renderHtml } from '../mail/templates/layout'
import { createManifest } from '../web-app/manifest'
import { readProgramForm } from './program-details.queries'

const PATH = '/api/admin/program'
const LOGO = '/api/admin/program/logo'
const DETAILS = {
  name: 'Hill & Dale <Aftercare>',
  contact_email: 'office@hill.example',
  contact_phone: '(555) 010-0142',
  time_zone: 'America/Los_Angeles',
}
const ENV = { PROGRAM_NAME: 'From the environment', CONTACT_EMAIL: 'env@example.com' }

const app = await testApp({ env: ENV })
const other = await testApp({ env: ENV, databaseUrl: app.databaseUrl })
let staff: TestClient
let elsewhere: TestClient
beforeAll(async () => {
  const admin = await buildersFor(app.services.db).anAdmin()
  staff = await app.as(admin)
  elsewhere = await other.as(admin)
})

const versionOf = async (path: string) => (await staff.get(path)).body.version
const save = async (values: Partial<typeof DETAILS> = {}, client = staff) =>
  client.put(PATH, { ...DETAILS, ...values, version: await versionOf(PATH) })

describe("the programme's details", () => {
  it('are at first those of the environment', async () => {
    expect((await staff.get(PATH)).body).toEqual({
      name: 'From the environment',
      contact_email: 'env@example.com',
      contact_phone: null,
      time_zone: 'America/New_York',
      version: 0,
    })
    expect((await app.visitor.get('/api/program')).body).toMatchObject({ contact_phone: null, logo: null })
  })

  it('stay as they were saved where forms refuse the address by now', () => {
    const stored = { ...DETAILS, contact_email: 'office@hill.c' }
    expect(readProgramForm(stored, app.services.config)).toEqual(stored)
  })

  it('are saved, recorded, and in use everywhere at once, also on the other instance', async () => {
    const saved = await save()
    expect(saved).toMatchObject({ status: 200, body: { ...DETAILS, version: 1 } })
    const shown = { name: DETAILS.name, contact_phone: DETAILS.contact_phone, time_zone: DETAILS.time_zone }
    expect((await app.visitor.get('/api/program')).body).toMatchObject(shown)
    await expect.poll(async () => (await other.visitor.get('/api/program')).body).toMatchObject(shown)
    expect(
      await rows(
        app.services.db,
        sql`select action, detail -> 'after' as after from audit_log where action = 'program.save'`,
      ),
    ).toEqual([{ action: 'program.save', after: DETAILS }])
    const { config } = other.services
    expect(createManifest(config.program.name).name).toBe(DETAILS.name)
    const mail = composeMail({ template: 'account-exists', name: 'Dana' }, config)
    expect(mail.subject).toContain(DETAILS.name)
    expect(mail.text).toContain(`Questions? ${DETAILS.contact_email}, ${DETAILS.contact_phone}`)
    expect(renderHtml(mail.content, config)).toContain('(555) 010-0142')
  })

  it('win over the environment at the next start', async () => {
    const restarted = await testApp({ env: ENV, databaseUrl: app.databaseUrl })
    expect((await restarted.visitor.get('/api/program')).body.name).toBe(DETAILS.name)
  })

  it('set the day of every instance', async () => {
    expect((await save({ time_zone: 'Pacific/Kiritimati' })).status).toBe(200)
    expect(app.services.clock.today()).toBe('2026-11-17')
    await expect.poll(() => other.services.clock.today()).toBe('2026-11-17')
    expect((await save({ time_zone: 'US/Eastern' }, elsewhere)).body.time_zone).toBe('America/New_York')
    expect(other.services.clock.today()).toBe('2026-11-16')
    await expect.poll(() => app.services.clock.today()).toBe('2026-11-16')
  })

  it('are sent to open pages, visitors included, with the values in use', async () => {
    const frames: string[] = []
    const stop = app.services.streams.add({
      viewer: { account: null, roles: ['visitor'] },
      write: (frame) => frames.push(frame.toString()),
      end: () => undefined,
    })
    await save({ name: 'Sent to everybody' })
    await expect.poll(() => frames.join()).toContain('"name":"Sent to everybody"')
    expect(frames.join()).toContain('event: program')
    stop()
  })

  it.each([
    ['no name', { name: ' ' }, 'name'],
    ['an invisible name', { name: '\u200b\u200b' }, 'name'],
    ['a name of two lines', { name: 'Hill\nBcc: x@example.com' }, 'name'],
    ['a name that is too long', { name: 'x'.repeat(81) }, 'name'],
    ['no address', { contact_email: 'office' }, 'contact_email'],
    ['a phone that is too long', { contact_phone: '5'.repeat(41) }, 'contact_phone'],
    ['an unknown time zone', { time_zone: 'Mars/Base' }, 'time_zone'],
    ['an offset', { time_zone: '+05:00' }, 'time_zone'],
    ['no time zone', { time_zone: '' }, 'time_zone'],
  ])('reject %s', async (_, values, field) => {
    const { status, body } = await save(values)
    expect([status, Object.keys(body.error.fields)]).toEqual([422, [field]])
  })

  it('of a stale version are rejected with the stored ones', async () => {
    const stale = await versionOf(PATH)
    expect((await save({ name: 'The first' })).status).toBe(200)
    const late = await elsewhere.put(PATH, { ...DETAILS, name: 'The second', version: stale })
    expect(late).toMatchObject({
      status: 409,
      body: { error: { code: 'stale-version', stored: { name: 'The first' } } },
    })
  })
})

/** A PNG of one colour: a few kilobytes, whatever its size. */
function hugePng(side: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
    const out = Buffer.alloc(12 + data.length)
    out.writeUInt32BE(data.length, 0)
    body.copy(out, 4)
    out.writeUInt32BE(crc32(body), 8 + data.length)
    return out
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(side, 0)
  header.writeUInt32BE(side, 4)
  header.set([1, 0, 0, 0, 0], 8)
  const pixels = deflateSync(Buffer.alloc((Math.ceil(side / 8) + 1) * side))
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', pixels),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function crc32(data: Buffer): number {
  let crc = ~0
  for (const byte of data) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (0xedb88320 & -(crc & 1))
  }
  return ~crc >>> 0
}

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 4, background: { r: 200, g: 80, b: 40, alpha: 0.5 } } })
/** The logo, or an error. */
type Uploaded = { logo: string; version: number; error: { code: string; message: string } }
const upload = async (file: Buffer, client = staff, version?: number) => {
  const query = `?version=${version ?? (await versionOf(LOGO))}`
  const init = { method: 'PUT', body: new Uint8Array(file), headers: { 'content-type': 'image/png' } }
  const response = await client.raw(LOGO + query, init)
  return { status: response.status, body: (await response.json()) as Uploaded }
}

describe('the logo', () => {
  let photo: Buffer
  beforeEach(async () => {
    photo = await picture(3000, 1500)
      .withMetadata({ exif: { IFD0: { Copyright: 'SECRET PLACE' } } })
      .jpeg()
      .toBuffer()
  })

  it('is re-encoded, fitted into 1,024 pixels and served for good, without what else was in the file', async () => {
    const { status, body } = await upload(photo)
    expect([status, body.logo]).toEqual([200, expect.stringMatching(/^\/api\/program\/logo\/[0-9a-f]{32}$/)])
    const response = await app.visitor.raw(body.logo)
    expect(response.headers.get('content-type')).toBe('image/png')
    expect(response.headers.get('cache-control')).toContain('immutable')
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    expect(response.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
    expect(response.headers.get('content-security-policy')).toBe("default-src 'none'")
    const served = Buffer.from(await response.arrayBuffer())
    expect(await sharp(served).metadata()).toMatchObject({ format: 'png', width: 1024, height: 512 })
    expect(served.includes('SECRET PLACE')).toBe(false)
    expect((await app.visitor.get('/api/program')).body.logo).toBe(body.logo)
    await expect.poll(async () => (await other.visitor.get('/api/program')).body.logo).toBe(body.logo)
    const { config } = app.services
    const { content } = composeMail({ template: 'account-exists', name: 'Dana' }, config)
    expect(renderHtml(content, config)).toContain(`src="${config.publicUrl}${body.logo}"`)
  })

  it.each([
    ['PNG with transparency', () => picture(64, 64).png().toBuffer()],
    ['WebP', () => picture(64, 32).webp().toBuffer()],
    ['JPEG', () => picture(1, 1).jpeg().toBuffer()],
  ])('may be a %s, which is not enlarged', async (_, make) => {
    const sent = await make()
    const { status, body } = await upload(sent)
    expect(status).toBe(200)
    const served = await (await app.visitor.raw(body.logo)).arrayBuffer()
    const size = ({ width, height }: { width?: number; height?: number }) => [width, height]
    expect(size(await sharp(served).metadata())).toEqual(size(await sharp(sent).metadata()))
  })

  it('is removed, and emails that were sent still find theirs', async () => {
    const { body } = await upload(photo)
    const removed = await staff.delete(`${LOGO}?version=${body.version}`)
    expect(removed).toMatchObject({ status: 200, body: { logo: null } })
    expect((await app.visitor.get('/api/program')).body.logo).toBeNull()
    expect((await app.visitor.get(body.logo)).status).toBe(200)
    expect((await app.visitor.get('/api/program/logo/nothing')).status).toBe(404)
  })

  it.each([
    [
      'an HTML file',
      async () => Buffer.from('<!doctype html><script>alert(1)</script>'),
      'logo-not-a-picture',
    ],
    [
      'a drawing in SVG',
      async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
      'logo-not-a-picture',
    ],
    [
      'HTML behind the first bytes of a PNG',
      async () =>
        Buffer.concat([(await picture(9, 9).png().toBuffer()).subarray(0, 20), Buffer.from('<script>')]),
      'logo-not-a-picture',
    ],
    [
      'half a picture',
      async () => (await picture(900, 900).png().toBuffer()).subarray(0, 600),
      'logo-not-a-picture',
    ],
    ['nothing', async () => Buffer.alloc(0), 'logo-not-a-picture'],
    ['a GIF', () => picture(9, 9).gif().toBuffer(), 'logo-not-a-picture'],
    ['20,000 by 20,000 pixels', async () => hugePng(20_000), 'logo-too-many-pixels'],
    ['an animated WebP', () => animatedWebp(), 'logo-animated'],
    ['an animated PNG', async () => animatedPng(), 'logo-animated'],
    ['more than a megabyte', async () => Buffer.alloc(1_000_001), 'logo-too-large'],
  ])('rejects %s with a sentence, within bounds of memory', async (_, make, code) => {
    const file = await make()
    const before = process.memoryUsage().rss
    const { status, body } = await upload(file)
    expect([status < 500, body.error.code]).toEqual([true, code])
    expect(body.error.message).toMatch(/^[A-Z].*\.$/)
    expect((process.memoryUsage().rss - before) / 1e6).toBeLessThan(150)
  })

  it('of a stale version is rejected, and nothing is stored', async () => {
    const version = await versionOf(LOGO)
    expect((await upload(photo)).status).toBe(200)
    const count = () => rows(app.services.db, sql`select id from program_logos order by id`)
    const before = await count()
    const late = await upload(await picture(30, 31).png().toBuffer(), elsewhere, version)
    expect([late.status, late.body.error.code]).toEqual([409, 'stale-version'])
    expect(await count()).toEqual(before)
  })
})

async function animatedWebp(): Promise<Buffer> {
  const frames = Buffer.concat([Buffer.alloc(8 * 8 * 3, 10), Buffer.alloc(8 * 8 * 3, 200)])
  return sharp(frames, { raw: { width: 8, height: 16, channels: 3, pageHeight: 8 } })
    .webp({ loop: 0, delay: [100, 100] })
    .toBuffer()
}

/** With an animation control chunk before the pixels. */
async function animatedPng(): Promise<Buffer> {
  const still = await picture(8, 8).png().toBuffer()
  const at = still.indexOf('IDAT') - 4
  const control = Buffer.concat([
    Buffer.from([0, 0, 0, 8]),
    Buffer.from('acTL'),
    Buffer.from([0, 0, 0, 2, 0, 0, 0, 0]),
    Buffer.alloc(4),
  ])
  control.writeUInt32BE(crc32(control.subarray(4, 16)), 16)
  return Buffer.concat([still.subarray(0, at), control, still.subarray(at)])
}
