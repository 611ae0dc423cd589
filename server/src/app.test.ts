import { describe, expect, it } from 'vitest'
import { testApp } from '../testing/test-app'

const app = await testApp()

describe('the app', () => {
  it('reports a reachable database and the version', async () => {
    const { status, body } = await app.visitor.get('/api/health')
    expect(status).toBe(200)
    expect(body).toMatchObject({
      status: 'ok',
      database: true,
      version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
    })
  })

  it('returns 404 with a clear message for an unknown path under /api', async () => {
    const { status, body } = await app.visitor.get('/api/no-such-thing')
    expect(status).toBe(404)
    expect(body.error).toEqual({ code: 'route-not-found', message: "There's nothing at this address." })
  })

  it('rejects unsafe cross-origin requests, whatever their content type', async () => {
    const foreign: Record<string, string>[] = [
      { origin: 'https://evil.example' },
      { 'sec-fetch-site': 'cross-site' },
    ]
    for (const headers of foreign) {
      const { status, body } = await app.visitor.post('/api/health', {}, headers)
      expect(status).toBe(403)
      expect(body.error.code).toBe('foreign-origin')
    }
  })

  it('rejects a body above the size limit', async () => {
    const { status, body } = await app.visitor.post('/api/health', { text: 'x'.repeat(300_000) })
    expect(status).toBe(413)
    expect(body.error.code).toBe('too-large')
  })

  it('sends headers against framing, inline scripts and cross-origin content', async () => {
    const { headers } = await app.visitor.get('/api/health')
    expect(headers.get('content-security-policy')).toContain("default-src 'self'")
    expect(headers.get('content-security-policy')).not.toContain('unsafe-inline')
    expect(headers.get('referrer-policy')).toBe('no-referrer')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
  })

  it('serves public site content to anybody, and no other sections', async () => {
    const about = await app.visitor.get('/api/site-content/about_aftercare')
    expect(about.status).toBe(200)
    expect(about.body.content.program_hours).toBe('3:30 PM - 6:00 PM')
    expect((await app.visitor.get('/api/site-content/email_templates')).status).toBe(422)
  })

  it('describes itself as an OpenAPI document', async () => {
    const { body } = await app.visitor.get('/api/openapi.json')
    expect(Object.keys(body.paths)).toContain('/api/health')
  })
})
