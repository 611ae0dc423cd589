import { afterEach, describe, expect, it, vi } from 'vitest'
import loadApp from '../public/load-app.js?raw'
import type { ReceiptState } from './features/submissions/receipt'
import { FLASH_KEY } from './lib/flash-toast'
import { DRAFT_PREFIX } from './lib/persisted-draft'
import { SESSION_KEY } from './lib/session'

afterEach(() => {
  vi.useRealTimers()
  document.body.replaceChildren()
  sessionStorage.clear()
  localStorage.clear()
  window.history.replaceState(null, '', '/')
})

type Opened = { served?: string; state?: unknown; isForVisitors?: boolean }

/** A page of the server, rendered for the URL `served`, once it is parsed. */
function openPage(url: string, { served = url, state = null, isForVisitors = true }: Opened = {}) {
  window.history.replaceState(state, '', url)
  document.body.innerHTML =
    '<div id="root"><a href="/auth">Sign In</a><form><input></form></div>' +
    (isForVisitors ? '<template id="app-tags"><link rel="modulepreload" href="/app.js"></template>' : '')
  document.getElementById('root')?.setAttribute('data-url', served)
  const onIdle = vi.fn<(load: () => void) => void>()
  vi.stubGlobal('requestIdleCallback', onIdle)
  new Function(loadApp)()
  document.dispatchEvent(new Event('readystatechange'))
  return { onIdle }
}
const appTags = () => document.querySelectorAll('link[href="/app.js"]').length
const areFormsShown = () => [...document.forms].every(({ style }) => style.visibility !== 'hidden')

it('loads the app once, when the page has loaded and the browser is idle', () => {
  const { onIdle } = openPage('/')
  expect(onIdle).not.toHaveBeenCalled()
  window.dispatchEvent(new Event('load'))
  expect(appTags()).toBe(0)
  onIdle.mock.calls[0]?.[0]()
  window.dispatchEvent(new Event('pointerdown'))
  expect(appTags()).toBe(1)
})

it.each<[string, string, unknown?]>([
  ['a month in the URL', '/monthly-signup?month=a'],
  ['a reload', '/auth', { usr: null, idx: 2 }],
])('waits with %s too', (_, url, state) => {
  localStorage.setItem('aftercare.theme', 'dark')
  openPage(url, { state })
  expect(appTags()).toBe(0)
  expect(areFormsShown()).toBe(true)
})

it('marks a history entry that was shown before, also if the app never came', () => {
  openPage('/')
  const revisit = () => document.getElementById('root')?.dataset.revisit
  expect(revisit()).toBeUndefined()
  openPage('/', { state: window.history.state })
  expect(revisit()).toBe('')
})

it.each(['pointerdown', 'keydown', 'focusin'])('loads the app once, with the first %s', (type) => {
  const { onIdle } = openPage('/')
  const link = document.querySelector('a')
  for (let times = 0; times < 2; times += 1) link?.dispatchEvent(new Event(type, { bubbles: true }))
  expect(appTags()).toBe(1)
  window.dispatchEvent(new Event('load'))
  onIdle.mock.calls[0]?.[0]()
  expect(appTags()).toBe(1)
})

const RECEIPT: ReceiptState = { receipt: { dropInDay: '2026-11-17', fee: 25 } }

// The app would replace what was entered meanwhile.
describe('loads the app at once, and hides the forms until then, where the app may render the page anew:', () => {
  it.each<[string, string, Opened?]>([
    ["a link's token in the hash", '/#access_token=a'],
    ["a link's token", '/?access_token=a', { served: '/' }],
    ['a view that only the app knows', '/auth?reset=true', { served: '/auth' }],
    ['the tab to open, after a reload', '/auth', { state: { usr: { tab: 'sign-up' }, idx: 1 } }],
    ['a receipt, after a reload', '/', { state: { usr: RECEIPT, idx: 1 } }],
  ])('%s', (_, url, opened) => {
    openPage(url, opened)
    expect(appTags()).toBe(1)
    expect(areFormsShown()).toBe(false)
  })

  it.each([
    ["a guest's draft", sessionStorage, `${DRAFT_PREFIX}registration.guest`],
    ["a parent's draft", localStorage, `${DRAFT_PREFIX}registration.dana`],
    ['a session, which the server may not accept', localStorage, SESSION_KEY],
  ])('%s', (_, storage, key) => {
    storage.setItem(key, '{}')
    openPage('/')
    expect(appTags()).toBe(1)
    expect(areFormsShown()).toBe(false)
  })
})

it("hides a parent's form until the app shows it with the draft, and otherwise not", () => {
  localStorage.setItem(SESSION_KEY, '{}')
  openPage('/monthly-signup', { isForVisitors: false })
  expect(areFormsShown()).toBe(true)
  localStorage.setItem(`${DRAFT_PREFIX}registration.dana`, '{}')
  openPage('/monthly-signup', { isForVisitors: false })
  expect(areFormsShown()).toBe(false)
})

const failToLoad = (tag: HTMLElement) => {
  document.body.append(tag)
  tag.dispatchEvent(new Event('error'))
}

describe('shows the hidden forms again when', () => {
  it.each<[string, () => void]>([
    ['the app has taken over the page as it was served', () => window.dispatchEvent(new Event('app-ready'))],
    [
      "the app's code does not arrive",
      () => failToLoad(Object.assign(document.createElement('script'), { type: 'module' })),
    ],
    ["the app's code throws or cannot be parsed", () => window.dispatchEvent(new Event('error'))],
    ['the app cannot start', () => window.dispatchEvent(new Event('unhandledrejection'))],
    ['nothing is heard of the app', () => vi.advanceTimersByTime(10_000)],
  ])('%s', (_, happen) => {
    vi.useFakeTimers()
    localStorage.setItem(SESSION_KEY, 'not a session')
    openPage('/auth?lang=es', { served: '/auth' })
    failToLoad(document.createElement('img'))
    vi.advanceTimersByTime(9_000)
    expect(areFormsShown()).toBe(false)
    happen()
    expect(areFormsShown()).toBe(true)
  })
})

it('loads the app at once for a toast of the page before', () => {
  sessionStorage.setItem(FLASH_KEY, '{}')
  openPage('/')
  expect(appTags()).toBe(1)
  expect(areFormsShown()).toBe(true)
})
