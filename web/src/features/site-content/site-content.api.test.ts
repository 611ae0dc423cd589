import { QueryClient } from '@tanstack/react-query'
import { expect, it, vi } from 'vitest'
import { siteContentQuery } from './site-content.api'

it('keeps the text that was read before when it cannot be read again, and has none before that', async () => {
  const client = new QueryClient()
  const read = () => client.fetchQuery({ ...siteContentQuery('about_aftercare'), staleTime: 0 })
  const about = {
    section_name: 'about_aftercare',
    title: 'About',
    content: { hours: '3 to 5' },
    spanish: null,
  }
  const fail = async () => new Response('Bad gateway', { status: 502 })
  vi.stubGlobal('fetch', vi.fn(fail))
  expect(await read()).toBeNull()
  vi.stubGlobal('fetch', async () => Response.json(about))
  expect(await read()).toEqual(about)
  vi.stubGlobal('fetch', fail)
  await expect(read()).rejects.toThrow()
  expect(client.getQueryData(siteContentQuery('about_aftercare').queryKey)).toEqual(about)
})
