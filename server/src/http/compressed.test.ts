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
  const answer = await client.raw(path, encoding ? { headers: { 'accept-encoding': encoding } } : {})
  return { answer, bytes: Buffer.from(await answer.arrayBuffer()) }
}

describe('a large answer', () => {
  it('is sent small where the reader can read that, with the same contents', async () => {
    const plain = await read(family, '/api/children')
    expect(plain.answer.headers.get('content-encoding')).toBeNull()
    for (const [encoding, unpack] of [
      ['br', brotliDecompressSync],
      ['gzip', gunzipSync],
    ] as const) {
      const { answer, bytes } = await read(family, '/api/children', `${encoding}, deflate`)
      expect(answer.headers.get('content-encoding')).toBe(encoding)
      expect(answer.headers.get('vary')).toContain('Accept-Encoding')
      expect(answer.headers.get('cache-control')).toBe('no-store')
      expect(bytes.length).toBeLessThan(plain.bytes.length / 3)
      expect(unpack(bytes).toString()).toBe(plain.bytes.toString())
    }
  })

  it('is left alone when small, when it is about sign-in, and when it is a stream', async () => {
    for (const path of ['/api/program', '/api/auth/session']) {
      const { answer, bytes } = await read(family, path, 'br')
      expect(answer.headers.get('content-encoding')).toBeNull()
      expect(() => JSON.parse(bytes.toString())).not.toThrow()
    }
    const stream = await family.raw('/api/live', { headers: { 'accept-encoding': 'br' } })
    expect(stream.headers.get('content-encoding')).toBeNull()
    await stream.body?.cancel()
  })
})
