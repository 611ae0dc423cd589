import { cpSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../testing/test-app'
import { createApp } from '../app'
import { storeAssets } from './replaced-assets'

let app: TestApp
let folder: string
let dataDir: string
let get: (path: string, headers?: Record<string, string>) => Promise<Response>

const page = (title: string) => `<html><head><title>${title}</title></head><body></body></html>`

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'aftercare-web-'))
  mkdirSync(join(folder, 'assets'))
  writeFileSync(join(folder, 'index.html'), page('Preschool Aftercare'))
  writeFileSync(join(folder, 'offline.html'), page('You are offline | Preschool Aftercare'))
  mkdirSync(join(folder, 'icons'))
  writeFileSync(join(folder, 'icons', 'icon-192.png'), 'a picture')
  writeFileSync(join(folder, 'assets', 'app-1a2b.js'), 'plain')
  writeFileSync(join(folder, 'assets', 'app-1a2b.js.br'), 'small')
  dataDir = mkdtempSync(join(tmpdir(), 'aftercare-data-'))
  writeFileSync(join(dataDir, 'secrets-1a2b3c4d.js'), 'secret')
  app = await startTestApp({ env: { PROGRAM_NAME: 'Hill & Dale <Aftercare>', DATA_DIR: dataDir } })
  const web = createApp(app.services, folder)
  get = async (path, headers = {}) => web.request(path, { headers })
})
afterAll(async () => {
  await app.stop()
  for (const path of [folder, dataDir]) rmSync(path, { recursive: true })
})

describe('static files', () => {
  it('have hashed names, are immutable and served compressed', async () => {
    const response = await get('/assets/app-1a2b.js', { 'accept-encoding': 'br' })
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(response.headers.get('content-encoding')).toBe('br')
    expect(await response.text()).toBe('small')
  })

  it('of an earlier build are served alike, but nothing else in their folder', async () => {
    const old = mkdtempSync(join(tmpdir(), 'aftercare-web-'))
    mkdirSync(join(old, 'assets'))
    writeFileSync(join(old, 'assets', 'app-0a0b0c0d.js'), 'old')
    writeFileSync(join(old, 'assets', 'app-0a0b0c0d.js.br'), 'old and small')
    await storeAssets(old, dataDir)
    rmSync(old, { recursive: true })
    const response = await get('/assets/app-0a0b0c0d.js', { 'accept-encoding': 'br' })
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(response.headers.get('content-type')).toMatch('text/javascript')
    expect(await response.text()).toBe('old and small')
    expect((await get('/assets/replaced.json')).status).toBe(404)
    for (const path of ['../secrets-1a2b3c4d.js', '..%2fsecrets-1a2b3c4d.js', '.%2e/secrets-1a2b3c4d.js'])
      expect(await (await get(`/assets/${path}`)).text(), path).not.toBe('secret')
  })

  it('return 404 for a missing asset or icon, not the page', async () => {
    expect((await get('/assets/gone.js')).status).toBe(404)
    expect((await get('/icons/gone.png')).status).toBe(404)
  })

  it("include an offline page with the programme's name and no user data", async () => {
    const response = await get('/offline.html')
    expect(response.headers.get('cache-control')).toBe('no-cache')
    expect(response.headers.get('content-type')).toMatch('text/html')
    expect(await response.text()).toBe(page('You are offline | Hill &amp; Dale &lt;Aftercare&gt;'))
  })

  it('include a web app manifest with the programme’s name', async () => {
    const response = await get('/manifest.webmanifest')
    expect(response.headers.get('content-type')).toBe('application/manifest+json')
    expect(response.headers.get('cache-control')).toBe('no-cache')
    expect(response.headers.get('content-security-policy')).toContain("manifest-src 'self'")
    const app = await response.json()
    expect(app).toMatchObject({ name: 'Hill & Dale <Aftercare>', short_name: 'Aftercare', start_url: '/' })
    expect(app).toMatchObject({ scope: '/', display: 'standalone' })
  })

  it('cache icons for a week', async () => {
    const response = await get('/icons/icon-192.png')
    expect(response.headers.get('content-type')).toBe('image/png')
    expect(response.headers.get('cache-control')).toBe('public, max-age=604800')
  })

  it('name the build by its contents, in the page and in the first event of a stream', async () => {
    const idOf = async (served: string) => {
      const web = createApp(app.services, served)
      const id = /<meta name="build" content="([\w-]{16})">/.exec(await (await web.request('/')).text())?.[1]
      const stream = (await web.request('/api/live')).body?.getReader()
      const first = new TextDecoder().decode((await stream?.read())?.value)
      await stream?.cancel()
      expect(first).toContain(`event: hello\ndata: {"build":"${id}",`)
      return id
    }
    const copy = mkdtempSync(join(tmpdir(), 'aftercare-web-'))
    cpSync(folder, copy, { recursive: true })
    expect(await idOf(copy)).toBe(await idOf(folder))
    renameSync(join(copy, 'assets', 'app-1a2b.js'), join(copy, 'assets', 'app-2b3c.js'))
    const renamed = await idOf(copy)
    expect(renamed).not.toBe(await idOf(folder))
    writeFileSync(join(copy, 'offline.html'), page('Changed'))
    expect(await idOf(copy)).not.toBe(renamed)
    rmSync(copy, { recursive: true })
  })

  it('never serve a path outside the folder', async () => {
    const response = await get('/..%2f..%2fpackage.json')
    expect(await response.text()).not.toContain('"name"')
  })
})
