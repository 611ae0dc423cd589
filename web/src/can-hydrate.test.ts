import { afterEach, describe, expect, it, vi } from 'vitest'
import canHydrate from '../public/can-hydrate.js?raw'
import type { ReceiptState } from './features/submissions/receipt'
import { DRAFT_PREFIX } from './lib/draft-store'
import { SESSION_KEY } from './lib/session'

const { dataset } = document.documentElement

afterEach(() => {
  for (const name of document.documentElement.getAttributeNames())
    document.documentElement.removeAttribute(name)
  sessionStorage.clear()
  localStorage.clear()
  window.history.replaceState(null, '', '/')
})

/** A page that the server rendered for the URL `served`. */
function openPage(url: string, { served = url, state = null }: { served?: string; state?: unknown } = {}) {
  window.history.replaceState(state, '', url)
  dataset.url = served
  new Function(canHydrate)()
}
const areFormsHidden = () => dataset.rendersAnew === 'hidden'

it.each<[string, string, unknown?]>([
  ['a month in the URL', '/monthly-signup?month=a'],
  ['a reload', '/auth', { usr: null, idx: 2 }],
])('forms can be used before the app has loaded, with %s too', (_, url, state) => {
  localStorage.setItem('aftercare.theme', 'dark')
  openPage(url, { state })
  expect(areFormsHidden()).toBe(false)
})

// The app would replace what was entered meanwhile.
describe('forms are hidden until the app renders the page anew, where there is', () => {
  const RECEIPT: ReceiptState = { receipt: { dropInDay: '2026-11-17', fee: 25 } }
  it.each<[string, string, { served?: string; state?: unknown }?]>([
    ["a link's token in the hash", '/#access_token=a', { served: '/' }],
    ["a link's token", '/?access_token=a', { served: '/' }],
    ['a view that only the app knows', '/auth?reset=true', { served: '/auth' }],
    ['a language in the link', '/auth?lang=es', { served: '/auth' }],
    ['the tab to open, after a reload', '/auth', { state: { usr: { tab: 'sign-up' }, idx: 1 } }],
    ['a receipt, after a reload', '/', { state: { usr: RECEIPT, idx: 1 } }],
  ])('%s', (_, url, page) => {
    openPage(url, page)
    expect(areFormsHidden()).toBe(true)
  })

  it.each([
    ["a guest's draft", sessionStorage, `${DRAFT_PREFIX}registration.guest`],
    ["a parent's draft", localStorage, `${DRAFT_PREFIX}registration.dana`],
    ['a session, which the server did not accept', localStorage, SESSION_KEY],
  ])('%s', (_, storage, key) => {
    storage.setItem(key, '{}')
    openPage('/auth')
    expect(areFormsHidden()).toBe(true)
  })
})

describe('hidden forms are shown again when', () => {
  const fail = (element: HTMLElement) => {
    document.head.append(element)
    element.dispatchEvent(new Event('error'))
    element.remove()
  }
  it.each<[string, () => void]>([
    [
      "the app's code does not arrive",
      () => fail(Object.assign(document.createElement('script'), { type: 'module' })),
    ],
    ["the app's code throws or cannot be parsed", () => window.dispatchEvent(new Event('error'))],
    ['the app cannot start', () => window.dispatchEvent(new Event('unhandledrejection'))],
  ])('%s, and an app that comes after all still renders anew', (_, happen) => {
    openPage('/auth?lang=es', { served: '/auth' })
    fail(document.createElement('img'))
    expect(areFormsHidden()).toBe(true)
    happen()
    expect(areFormsHidden()).toBe(false)
    expect(dataset.rendersAnew).toBeDefined()
  })
})

it('marks a history entry that was shown before, also if the app never came', () => {
  openPage('/')
  expect(dataset.revisit).toBeUndefined()
  openPage('/', { state: window.history.state })
  expect(dataset.revisit).toBe('')
})

it('gets ready to format dates while a page waits for the app, but not before one that was rendered is painted', () => {
  vi.useFakeTimers()
  const format = vi.spyOn(Intl, 'DateTimeFormat')
  openPage('/auth')
  vi.runAllTimers()
  expect(format).not.toHaveBeenCalled()
  delete dataset.url
  new Function(canHydrate)()
  expect(format).not.toHaveBeenCalled()
  vi.runAllTimers()
  expect(format).toHaveBeenCalledOnce()
  vi.restoreAllMocks()
  vi.useRealTimers()
})
