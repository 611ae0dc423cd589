import { beforeAll, describe, expect, it } from 'vitest'
import { buildersFor } from '../../testing/builders'
import { type TestClient, testApp } from '../../testing/test-app'

let parent: TestClient
let staff: TestClient
const app = await testApp()
beforeAll(async () => {
  const build = buildersFor(app.services.db)
  parent = await app.as(await build.aParent())
  staff = await app.as(await build.anAdmin())
})

const MESSAGE = 'Please remove special control characters'
const NUL = String.fromCharCode(0)
const LONE_SURROGATE = String.fromCharCode(0xd800)

describe('control characters and lone surrogates', () => {
  it.each([
    ['NUL', NUL],
    ['backspace', '\b'],
    ['form feed', '\f'],
    ['escape', '\x1b'],
    ['DEL', '\x7f'],
    ['a C1 control', '\x85'],
    ['a lone high surrogate', LONE_SURROGATE],
    ['a lone low surrogate', String.fromCharCode(0xdc00)],
  ])('are rejected by field: %s', async (_, odd) => {
    const { status, body } = await parent.post('/api/children', { name: 'Amara', notes: `a${odd}b` })
    expect(status).toBe(422)
    expect(body.error.fields).toEqual({ notes: MESSAGE })
  })

  it('are rejected in every field at once, at any depth', async () => {
    const content = { program_hours: NUL, list: [{ text: 'fine' }, { text: LONE_SURROGATE }] }
    const { status, body } = await staff.put('/api/admin/site-content/agreements/monthly_agreement', {
      title: LONE_SURROGATE,
      content,
      version: 1,
    })
    expect(status).toBe(422)
    expect(body.error.fields).toEqual({
      title: MESSAGE,
      'content.program_hours': MESSAGE,
      'content.list.1.text': MESSAGE,
    })
  })

  it('are rejected at sign-in, in field names, in the path and in the query', async () => {
    const credentials = { email: `dana${NUL}@example.com`, password: 'sunset' }
    const signIn = await app.visitor.post('/api/auth/sign-in', credentials)
    expect([signIn.status, signIn.body.error.fields]).toEqual([422, { email: MESSAGE }])
    const named = await parent.post('/api/children', { name: 'Amara', [`no${NUL}te`]: 'x' })
    expect([named.status, named.body.error.fields]).toEqual([422, { note: MESSAGE }])
    expect((await staff.get('/api/admin/submissions?search=okaf%00')).body.error.fields).toEqual({
      search: MESSAGE,
    })
    expect((await staff.get(`/api/admin/parents/${encodeURIComponent(`guest-${NUL}@x.de`)}`)).status).toBe(
      422,
    )
  })

  it('are rejected in the Idempotency-Key', async () => {
    const { status, body } = await parent.post(
      '/api/children',
      { name: 'A' },
      { 'idempotency-key': 'a\x7fb' },
    )
    expect([status, body.error.fields]).toEqual([422, { 'idempotency-key': MESSAGE }])
  })

  it('do not include line breaks, tabs and surrogate pairs', async () => {
    const notes = 'first\nsecond\r\n\tthird 🦊'
    const { status, body } = await parent.post('/api/children', { name: 'Amara 🦊', notes })
    expect([status, body.notes, body.name]).toEqual([200, notes, 'Amara 🦊'])
  })

  it('are not checked before access is', async () => {
    expect((await app.visitor.post('/api/children', { name: NUL })).status).toBe(401)
  })

  it('are checked without a stack overflow in a deeply nested body', async () => {
    const depth = 60_000
    const body = `{"name":"\\u0041","notes":${'['.repeat(depth)}${']'.repeat(depth)}}`
    const response = await parent.raw('/api/children', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    })
    expect(response.status).toBeGreaterThanOrEqual(400)
    expect(response.status).toBeLessThan(500)
  })
})
