import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { beforeAll, describe, expect, it } from 'vitest'
import { buildersFor } from '../../testing/builders'
import { type TestClient, testApp } from '../../testing/test-app'

let family: TestClient
const app = await testApp()
beforeAll(async () => {
  const make = buildersFor(app.services.db)
  const parent = await make.aParent()
  for (let n = 0; n < 40; n++) await make.aChild(parent, { notes: 'Picked up by a grandmother on Tuesdays' })
  family = await app.as(parent)
})

const read = async (client: TestClient, path: string, encoding?: string) => {
  const response = await client.raw(path, encoding ? { headers: { 'accept-encoding': encoding } } : {})
  return { response, bytes: Buffer.from(await response.arrayBuffer()) }
}

describe('a large response', () => {
  it('is compressed if the client accepts it, with the same contents', async () => {
    const plain = await read(family, '/api/children')
    expect(plain.response.headers.get('content-encoding')).toBeNull()
    for (const [encoding, unpack] of [
      ['br', brotliDecompressSync],
      ['gzip', gunzipSync],
    ] as const) {
      const { response, bytes } = await read(family, '/api/children', `${encoding}, deflate`)
      expect(response.headers.get('content-encoding')).toBe(encoding)
      expect(response.headers.get('vary')).toContain('Accept-Encoding')
      expect(response.headers.get('cache-control')).toBe('no-store')
      expect(bytes.length).toBeLessThan(plain.bytes.length / 3)
      expect(unpack(bytes).toString()).toBe(plain.bytes.toString())
    }
  })

  it('is not compressed if small, about sign-in, or a stream', async () => {
    for (const path of ['/api/program', '/api/auth/session']) {
      const { response, bytes } = await read(family, path, 'br')
      expect(response.headers.get('content-encoding')).toBeNull()
      expect(() => JSON.parse(bytes.toString())).not.toThrow()
    }
    const stream = await family.raw('/api/live', { headers: { 'accept-encoding': 'br' } })
    expect(stream.headers.get('content-encoding')).toBeNull()
    await stream.body?.cancel()
  })
})
