import { es } from '@aftercare/domain/lib/texts/errors.es'
import { hc } from 'hono/client'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { setLanguage } from '../language/language'
import { ApiError, onApiError, request, requestFile } from './api-client'
import { mayRetry } from './query-client'

type Rows = { $get: () => Promise<import('hono/client').ClientResponse<{ rows: number[] }, 200, 'json'>> }

/** The real client over a fake network. */
function send(respond: () => Promise<Response>) {
  const client = hc('http://school.test', { fetch: respond }) as unknown as { rows: Rows }
  return request(client.rows.$get())
}

async function failure(respond: () => Promise<Response>): Promise<ApiError> {
  const error = await send(respond).catch((caught: unknown) => caught)
  if (!(error instanceof ApiError)) throw new Error('the request was expected to fail')
  return error
}

describe('a request', () => {
  it('returns the body of a response', async () => {
    expect(await send(async () => Response.json({ rows: [1, 2] }))).toEqual({ rows: [1, 2] })
  })

  it('throws an error response with its code, message and field errors', async () => {
    const body = {
      error: {
        code: 'invalid',
        message: 'Please check the highlighted fields.',
        fields: { name: 'Required' },
      },
    }
    const error = await failure(async () => Response.json(body, { status: 422 }))
    expect(error).toMatchObject({
      status: 422,
      code: 'invalid',
      message: 'Please check the highlighted fields.',
      fields: { name: 'Required' },
    })
  })

  it('has a message of its own when the response has none', async () => {
    const error = await failure(async () => new Response('<h1>Bad gateway</h1>', { status: 502 }))
    expect(error).toMatchObject({ status: 502, code: 'failed', fields: {} })
    expect(error.message).toContain('Please try again.')
  })

  it('throws the code `network` without a connection', async () => {
    const error = await failure(async () => {
      throw new TypeError('Failed to fetch')
    })
    expect(error).toMatchObject({ status: 0, code: 'network', hasServerMessage: false })
  })
})

describe('in Spanish', () => {
  beforeEach(() => setLanguage('es', [es]))
  afterEach(() => setLanguage('en'))

  const rejected = (error: object) => failure(async () => Response.json({ error }, { status: 409 }))

  it('words errors and field errors by their codes', async () => {
    const error = await rejected({
      code: 'already-booked',
      message: '{child} already has a drop-in for Friday, December 4, 2026.',
      params: { child: '{child}', kind: 'drop-in', month: null, day: '2026-12-04' },
      fields: { phone: 'Must be at most 40 characters', other: 'Too odd' },
      field_codes: { phone: { code: 'too-long', params: { max: 40 } } },
    })
    expect(error.message).toBe('{child} ya tiene un día suelto para el viernes, 4 de diciembre de 2026.')
    expect(error.fields).toEqual({
      phone: 'Puede tener como máximo 40 caracteres',
      other: 'Revise este campo.',
    })
  })

  it.each([
    ['a code that this page does not know', { code: 'brand-new', message: 'New.' }],
    ['a server of an earlier version', { code: 'too-many', message: 'Wait 5 minutes.' }],
    ['no code at all', {}],
    ['a property of every object', { code: 'constructor', message: 'Hm.', params: {} }],
  ])('never shows English: %s', async (_, error) => {
    expect((await rejected(error)).message).toBe('Algo salió mal de nuestro lado. Inténtelo de nuevo.')
  })

  it('says that there is no connection', async () => {
    const error = await failure(async () => {
      throw new TypeError('Failed to fetch')
    })
    expect(error.message).toBe(
      'No pudimos conectarnos con el servidor. Revise su conexión e inténtelo de nuevo.',
    )
  })
})

describe('a file download', () => {
  it('returns the file with its headers', async () => {
    const { file, headers } = await requestFile(
      Promise.resolve(new Response('Child,Fee', { headers: { 'x-exported-count': '1' } })),
    )
    expect(await file.text()).toBe('Child,Fee')
    expect(headers.get('x-exported-count')).toBe('1')
  })

  it('notifies listeners of an error, so that the end of a session is detected', async () => {
    const codes: string[] = []
    const unsubscribe = onApiError(({ code }) => codes.push(code))
    const body = { error: { code: 'signed-out', message: 'Please sign in to continue.' } }
    const download = requestFile(Promise.resolve(Response.json(body, { status: 401 })))
    await expect(download).rejects.toMatchObject({ status: 401, message: 'Please sign in to continue.' })
    unsubscribe()
    expect(codes).toEqual(['signed-out'])
  })
})

describe('a retry', () => {
  it.each([
    ['not after a client error', new ApiError(404, 'not-found', ''), 0, false],
    ['after a busy server', new ApiError(503, 'unavailable', ''), 0, true],
    ['after a network error', new ApiError(0, 'network', ''), 1, true],
    ['not for ever', new ApiError(0, 'network', ''), 2, false],
  ])('happens %s', (_, error, failures, expected) => {
    expect(mayRetry(failures, error)).toBe(expected)
  })
})
