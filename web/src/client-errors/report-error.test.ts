import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ApiError } from '../lib/api-client'
import { reportError, startErrorReports } from './report-error'

const fetched = vi.fn<typeof fetch>()
let stop: () => void
let route: string | null

beforeEach(() => {
  fetched.mockReset().mockResolvedValue(new Response(null, { status: 204 }))
  vi.stubGlobal('fetch', fetched)
  route = '/join/:token'
  stop = startErrorReports(() => route)
})
afterEach(() => {
  stop()
  vi.unstubAllGlobals()
  document.head.innerHTML = ''
})

const sent = () => fetched.mock.calls.map(([, init]) => JSON.parse(String(init?.body)))

const uncaught = (error: unknown, message = '') =>
  window.dispatchEvent(Object.assign(new Event('error'), { error, message }))
const rejected = (reason: unknown) =>
  window.dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason }))

function withStack<E extends Error>(error: E, stack: string): E {
  error.stack = stack
  return error
}

it('an uncaught error is sent with stack, declared route and build', () => {
  document.head.innerHTML = '<meta name="build" content="Zk3a">'
  const stack =
    'TypeError: x\n    at save (https://x.example/assets/a-1.js:1:23)\n    at https://x.example/join/secret:1:2'
  uncaught(withStack(new TypeError('x is not a function'), stack))
  expect(fetched).toHaveBeenCalledWith(
    '/api/client-errors',
    expect.objectContaining({ method: 'POST', keepalive: true }),
  )
  expect(sent()).toEqual([
    {
      message: 'TypeError: x is not a function',
      stack: 'save (/assets/a-1.js:1:23)',
      route: '/join/:token',
      build: 'Zk3a',
      kind: 'error',
    },
  ])
})

it('a rejection that nobody handles is sent, also of what is no error', () => {
  rejected(new Error('no'))
  rejected('stopped')
  rejected({ child: 'Maya' })
  expect(sent().map(({ kind, message }) => [kind, message])).toEqual([
    ['rejection', 'Error: no'],
    ['rejection', 'stopped'],
    ['rejection', 'thrown: object'],
  ])
})

it('each message is sent once per page load, and ten of them at most', () => {
  for (let i = 0; i < 3; i += 1) uncaught(new Error('again'))
  expect(sent()).toHaveLength(1)
  for (let i = 0; i < 20; i += 1) reportError('render', new Error(`another one ${i}`))
  expect(sent()).toHaveLength(10)
})

it('nothing of what is on the page is sent', () => {
  reportError('rejection', new ApiError(409, 'already-booked', 'Sofía already has a drop-in on Thursday.'))
  reportError('error', new SyntaxError('Unexpected token \'S\', "Sofía Diaz" is not valid JSON'))
  reportError('load', new TypeError('Failed to fetch https://x.example/join/secret?name=Sofía'))
  expect(sent().map(({ message }) => message)).toEqual([
    'ApiError already-booked',
    'SyntaxError: Unexpected token \'S\', "…" is not valid JSON',
    'TypeError: Failed to fetch [url]',
  ])
  expect(String(fetched.mock.calls.map(([, init]) => init?.body))).not.toMatch(/Sof|secret|\?/)
})

it('what is not ours is not sent', () => {
  uncaught(null, 'Script error.')
  uncaught(null, 'ResizeObserver loop completed with undelivered notifications.')
  uncaught(withStack(new Error('x'), 'Error: x\n at chrome-extension://abc/content.js:1:2'))
  expect(fetched).not.toHaveBeenCalled()
})

it.each([
  ['429', () => Promise.resolve(new Response(null, { status: 429 }))],
  ['no connection', () => Promise.reject(new TypeError('Failed to fetch'))],
])('%s is silent', async (_, respond) => {
  fetched.mockImplementation(respond)
  const before = document.body.innerHTML
  uncaught(new Error('boom'))
  await new Promise((resolve) => setTimeout(resolve))
  expect(sent()).toHaveLength(1)
  expect(document.body.innerHTML).toBe(before)
})
