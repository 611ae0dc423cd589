import { hc } from 'hono/client'
import { describe, expect, it } from 'vitest'
import { ApiError, onApiError, request, requestFile } from './api-client'
import { mayRetry } from './query-client'

type Rows = { $get: () => Promise<import('hono/client').ClientResponse<{ rows: number[] }, 200, 'json'>> }

/** The real client over a network whose far end answers as told. */
function ask(answer: () => Promise<Response>) {
  const client = hc('http://school.test', { fetch: answer }) as unknown as { rows: Rows }
  return request(client.rows.$get())
}

async function failure(answer: () => Promise<Response>): Promise<ApiError> {
  const error = await ask(answer).catch((caught: unknown) => caught)
  if (!(error instanceof ApiError)) throw new Error('the request was expected to fail')
  return error
}

describe('a request', () => {
  it('gives the data of an answer', async () => {
    expect(await ask(async () => Response.json({ rows: [1, 2] }))).toEqual({ rows: [1, 2] })
  })

  it('throws a refusal with its code, its words and the fields it names', async () => {
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

  it('still finds words when the answer has none', async () => {
    const error = await failure(async () => new Response('<h1>Bad gateway</h1>', { status: 502 }))
    expect(error).toMatchObject({ status: 502, code: 'failed', fields: {} })
    expect(error.message).toContain('Please try again.')
  })

  it('calls a missing network by its name', async () => {
    const error = await failure(async () => {
      throw new TypeError('Failed to fetch')
    })
    expect(error).toMatchObject({ status: 0, code: 'network', hasServerMessage: false })
  })
})

describe('a file', () => {
  it('comes with its headers', async () => {
    const { file, headers } = await requestFile(
      Promise.resolve(new Response('Child,Fee', { headers: { 'x-exported-count': '1' } })),
    )
    expect(await file.text()).toBe('Child,Fee')
    expect(headers.get('x-exported-count')).toBe('1')
  })

  it('that is refused is told like any other refusal, so that an ended session is noticed', async () => {
    const heard: string[] = []
    const stop = onApiError(({ code }) => heard.push(code))
    const body = { error: { code: 'signed-out', message: 'Please sign in to continue.' } }
    const refused = requestFile(Promise.resolve(Response.json(body, { status: 401 })))
    await expect(refused).rejects.toMatchObject({ status: 401, message: 'Please sign in to continue.' })
    stop()
    expect(heard).toEqual(['signed-out'])
  })
})

describe('asking again', () => {
  it.each([
    ['not after a refusal', new ApiError(404, 'not-found', ''), 0, false],
    ['after a busy server', new ApiError(503, 'unavailable', ''), 0, true],
    ['after a lost network', new ApiError(0, 'network', ''), 1, true],
    ['not for ever', new ApiError(0, 'network', ''), 2, false],
  ])('happens %s', (_, error, failures, expected) => {
    expect(mayRetry(failures, error)).toBe(expected)
  })
})
