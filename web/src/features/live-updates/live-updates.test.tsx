import { LIVE_TOPICS } from '@aftercare/domain/live/live-topics'
import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { act, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { getAuthState, setSession } from '../../lib/auth-store'
import { setProgram } from '../../lib/program'
import { LiveStream } from '../../testing/live-stream'
import { LiveUpdates } from './live-updates'

const ABOUT = ['site-content', 'about_aftercare'] as const
const fetchChildren = vi.fn(async () => 'Amara')

const Page = () => <p>{useQuery({ queryKey: ['children'], queryFn: fetchChildren }).data}</p>

let client: QueryClient
beforeEach(async () => {
  vi.stubGlobal('EventSource', LiveStream)
  fetchChildren.mockClear()
  client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } })
  client.setQueryData(['today'], 'nobody')
  client.setQueryData(['months', 'offered'], 'December')
  client.setQueryData(ABOUT, { title: 'Before' })
  render(
    <QueryClientProvider client={client}>
      <LiveUpdates />
      <Page />
    </QueryClientProvider>,
  )
  await screen.findByText('Amara')
})
afterEach(() => vi.unstubAllGlobals())

it('a change refetches mounted queries, invalidates the rest, and leaves unrelated ones alone', async () => {
  await act(async () => LiveStream.emit('children', { type: 'UPDATE' }))
  expect(fetchChildren).toHaveBeenCalledTimes(2)
  expect(client.getQueryState(['today'])?.isInvalidated).toBe(true)
  expect(client.getQueryState(['months', 'offered'])?.isInvalidated).toBe(false)
})

it.each([
  ['a change', 'family_invitations', { type: 'INSERT' }],
  ['the stream opened', 'hello', { changed_ms: 0 }],
])('a first load that began before %s, twice, is repeated once when it is there', async (_, event, data) => {
  let arrive = (_family: string) => {}
  const fetchFamily = vi.fn(() => new Promise<string>((resolve) => (arrive = resolve)))
  const Family = () => <p>{useQuery({ queryKey: ['family'], queryFn: fetchFamily }).data}</p>
  render(<Family />, {
    wrapper: ({ children }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>,
  })
  await act(async () => LiveStream.emit(event, data))
  await act(async () => LiveStream.emit(event, data))
  expect(fetchFamily).toHaveBeenCalledTimes(1)
  await act(async () => arrive('Okafor'))
  expect(fetchFamily).toHaveBeenCalledTimes(2)
  await act(async () => arrive('Okafor and Ade'))
  await screen.findByText('Okafor and Ade')
})

it('an update of a public text replaces it without a request, and a first one is fetched', async () => {
  const change = { section_name: 'about_aftercare' }
  client.setQueryData(['admin', 'dashboard'], 'describe the programme')
  await act(async () =>
    LiveStream.emit('site_content', { ...change, type: 'UPDATE', row: { title: 'After' } }),
  )
  expect(client.getQueryData(ABOUT)).toEqual({ title: 'After' })
  expect(client.getQueryState(ABOUT)?.isInvalidated).toBe(false)
  expect(client.getQueryState(['admin', 'dashboard'])?.isInvalidated).toBe(true)
  await act(async () => LiveStream.emit('site_content', { ...change, type: 'INSERT' }))
  expect(client.getQueryState(ABOUT)?.isInvalidated).toBe(true)
})

it('a public text that is being fetched does not bring back what was there before', async () => {
  let arrive = (_content: unknown) => {}
  const fetchContent = vi.fn(() => new Promise<unknown>((resolve) => (arrive = resolve)))
  const Agreement = () => {
    const queryKey = ['site-content', 'dropin_agreement'] as const
    return <p>{JSON.stringify(useQuery({ queryKey, queryFn: fetchContent }).data)}</p>
  }
  render(<Agreement />, {
    wrapper: ({ children }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>,
  })
  const change = { section_name: 'dropin_agreement', type: 'UPDATE', row: { title: 'After' } }
  await act(async () => LiveStream.emit('site_content', change))
  await screen.findByText('{"title":"After"}')
  await act(async () => arrive({ title: 'Before' }))
  expect(fetchContent).toHaveBeenCalledTimes(2)
  await act(async () => arrive({ title: 'After' }))
  await screen.findByText('{"title":"After"}')
})

it.each(LIVE_TOPICS)('a change of %s invalidates at least one query', async (topic) => {
  const invalidate = vi.spyOn(client, 'invalidateQueries')
  await act(async () => LiveStream.emit(topic, { type: 'UPDATE' }))
  expect(invalidate).toHaveBeenCalled()
})

it('a time zone that this page saved or loaded itself refetches everything, another name nothing', async () => {
  const program = {
    name: 'Hill',
    time_zone: 'America/New_York',
    contact_email: 'office@hill.example',
    contact_phone: null,
    logo: null,
    now: null,
    is_clock_set: false,
    sends_mail: true,
  }
  await act(async () => setProgram(program))
  expect(client.getQueryState(['months', 'offered'])?.isInvalidated).toBe(false)
  await act(async () => setProgram({ ...program, time_zone: 'America/Denver' }))
  expect(client.getQueryState(['months', 'offered'])?.isInvalidated).toBe(true)
  await act(async () => setProgram(program))
})

it('somebody who signs in gets a stream of their own', async () => {
  const before = LiveStream.opened.length
  const user = { id: 'p1', email: 'maya@example.com', full_name: 'Maya' }
  await act(async () => setSession({ user, roles: [], expires_at: '2099-01-01T00:00:00Z' }))
  expect(LiveStream.opened.slice(before - 1).map(({ isClosed }) => isClosed)).toEqual([true, false])
  await act(async () => setSession(null, { isExpected: true }))
})

it('missed changes invalidate everything', async () => {
  await act(async () => LiveStream.emit('hello', { changed_ms: 0 }))
  expect(client.getQueryState(['months', 'offered'])?.isInvalidated).toBe(true)
  expect(fetchChildren).toHaveBeenCalledTimes(2)
})

describe('a stream that opens', () => {
  const user = { id: 'p1', email: 'maya@example.com', full_name: 'Maya' }
  const respond = vi.fn(async () => Response.json(null))
  beforeEach(async () => {
    respond.mockClear()
    vi.stubGlobal('fetch', respond)
    await act(async () => setSession({ user, roles: [], expires_at: '2099-01-01T00:00:00Z' }))
  })
  afterEach(() => act(async () => setSession(null, { isExpected: true })))

  it.each([null, 'p2'])('for %s makes a page of another user check its session', async (user_id) => {
    await act(async () => LiveStream.emit('hello', { user_id }))
    await expect.poll(() => getAuthState().session).toBeNull()
  })

  it('for the same user checks nothing', async () => {
    await act(async () => LiveStream.emit('hello', { user_id: 'p1' }))
    expect(respond).not.toHaveBeenCalled()
  })
})
