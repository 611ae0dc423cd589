import { fireEvent } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { toRoutes } from './page-routes'
import { preloadOnIntent } from './preload-on-intent'
import type { RouteEntry } from './route-entry'

const load = vi.fn(async () => ({ default: () => null }))
const other = vi.fn(async () => ({ default: () => null }))
const failing = vi.fn(async () => {
  throw new TypeError('no network')
})
const page = (path: string, file: string): RouteEntry => ({
  path,
  page: file,
  title: null,
  access: 'anyone',
})

toRoutes(
  [
    page('/preloaded/:id', 'preloaded-page.tsx'),
    page('/preloaded', 'other-page.tsx'),
    page('/failing', 'failing-page.tsx'),
    { path: '/short', redirectTo: '/preloaded/7', access: 'anyone' },
  ],
  { '/src/preloaded-page.tsx': load, '/src/other-page.tsx': other, '/src/failing-page.tsx': failing },
)

let stop: () => void
beforeEach(() => {
  stop = preloadOnIntent()
  vi.clearAllMocks()
  document.body.innerHTML = `
    <a href="/preloaded/7?from=list#top" id="link"><b id="inside">Lena</b></a>
    <a href="/short" id="redirect">Short</a>
    <a href="/failing" id="failing">Failing</a>
    <a href="/unknown" id="unknown">Unknown</a>
    <a href="https://elsewhere.example/preloaded/7" id="elsewhere">Elsewhere</a>
    <a href="mailto:office@school.example" id="mail">Mail</a>
    <a id="none">None</a>
    <button id="button">Button</button>`
})
afterEach(() => {
  stop()
  document.body.innerHTML = ''
})
const element = (id: string) => document.getElementById(id) as HTMLElement

it.each([
  ['pressed', 'inside', fireEvent.pointerDown],
  ['focused', 'link', fireEvent.focusIn],
  ['a redirect', 'redirect', fireEvent.pointerDown],
])('a link that is %s preloads the code of its page, and of no other', (_, id, fire) => {
  fire(element(id))
  expect(load).toHaveBeenCalledOnce()
  expect(other).not.toHaveBeenCalled()
})

it.each(['unknown', 'elsewhere', 'mail', 'none', 'button'])('%s preloads nothing', (id) => {
  fireEvent.pointerDown(element(id))
  expect(load).not.toHaveBeenCalled()
})

it('code that cannot be preloaded is left to the page', async () => {
  fireEvent.pointerDown(element('failing'))
  await expect.poll(() => failing).toHaveBeenCalledOnce()
})
