import { describe, expect, it } from 'vitest'
import { testApp } from '../testing/test-app'

const app = await testApp()

describe('the server base', () => {
  it('says that the database answers and which version runs', async () => {
    const { status, body } = await app.visitor.get('/api/health')
    expect(status).toBe(200)
    expect(body).toMatchObject({
      status: 'ok',
      database: true,
      version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
    })
  })

  it('answers an unknown address under /api with a clear sentence', async () => {
    const { status, body } = await app.visitor.get('/api/no-such-thing')
    expect(status).toBe(404)
    expect(body.error).toEqual({ code: 'route-not-found', message: "There's nothing at this address." })
  })

  it('refuses unsafe requests of other sites, whatever their content type', async () => {
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

  it('refuses a body larger than its limit', async () => {
    const { status, body } = await app.visitor.post('/api/health', { text: 'x'.repeat(300_000) })
    expect(status).toBe(413)
    expect(body.error.code).toBe('too-large')
  })

  it('sends headers that keep other pages, frames and inline scripts out', async () => {
    const { headers } = await app.visitor.get('/api/health')
    expect(headers.get('content-security-policy')).toContain("default-src 'self'")
    expect(headers.get('content-security-policy')).not.toContain('unsafe-inline')
    expect(headers.get('referrer-policy')).toBe('no-referrer')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
  })

  it('reads the public sections to anybody and no other', async () => {
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
