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

const WORDS = 'Please remove special control characters'
const NUL = String.fromCharCode(0)
const HALF_PAIR = String.fromCharCode(0xd800)

describe('control characters and halves of surrogate pairs', () => {
  it.each([
    ['NUL', NUL],
    ['backspace', '\b'],
    ['form feed', '\f'],
    ['escape', '\x1b'],
    ['DEL', '\x7f'],
    ['a C1 control', '\x85'],
    ['half a surrogate pair', HALF_PAIR],
    ['the other half', String.fromCharCode(0xdc00)],
  ])('are refused by field: %s', async (_, odd) => {
    const { status, body } = await parent.post('/api/children', { name: 'Amara', notes: `a${odd}b` })
    expect(status).toBe(422)
    expect(body.error.fields).toEqual({ notes: WORDS })
  })

  it('are refused in every field at once, however deep', async () => {
    const content = { program_hours: NUL, list: [{ text: 'fine' }, { text: HALF_PAIR }] }
    const { status, body } = await staff.put('/api/admin/site-content/agreements/monthly_agreement', {
      title: HALF_PAIR,
      content,
      version: 1,
    })
    expect(status).toBe(422)
    expect(body.error.fields).toEqual({
      title: WORDS,
      'content.program_hours': WORDS,
      'content.list.1.text': WORDS,
    })
  })

  it('are refused where a visitor signs in, in the name of a field, in the address and in the query', async () => {
    const credentials = { email: `dana${NUL}@example.com`, password: 'sunset' }
    const signIn = await app.visitor.post('/api/auth/sign-in', credentials)
    expect([signIn.status, signIn.body.error.fields]).toEqual([422, { email: WORDS }])
    const named = await parent.post('/api/children', { name: 'Amara', [`no${NUL}te`]: 'x' })
    expect([named.status, named.body.error.fields]).toEqual([422, { note: WORDS }])
    expect((await staff.get('/api/admin/submissions?search=okaf%00')).body.error.fields).toEqual({
      search: WORDS,
    })
    expect((await staff.get(`/api/admin/parents/${encodeURIComponent(`guest-${NUL}@x.de`)}`)).status).toBe(
      422,
    )
  })

  it('are refused in the Idempotency-Key', async () => {
    const { status, body } = await parent.post(
      '/api/children',
      { name: 'A' },
      { 'idempotency-key': 'a\x7fb' },
    )
    expect([status, body.error.fields]).toEqual([422, { 'idempotency-key': WORDS }])
  })

  it('do not stand in the way of line breaks, tabs and whole pairs', async () => {
    const notes = 'first\nsecond\r\n\tthird 🦊'
    const { status, body } = await parent.post('/api/children', { name: 'Amara 🦊', notes })
    expect([status, body.notes, body.name]).toEqual([200, notes, 'Amara 🦊'])
  })

  it('tell nothing to whoever may not use the route', async () => {
    expect((await app.visitor.post('/api/children', { name: NUL })).status).toBe(401)
  })

  it('nest as deep as a body can be without harm', async () => {
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
