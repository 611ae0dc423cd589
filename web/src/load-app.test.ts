import { afterEach, expect, it, vi } from 'vitest'
import loadApp from '../public/load-app.js?raw'

afterEach(() => {
  document.body.replaceChildren()
  sessionStorage.clear()
  window.history.replaceState(null, '', '/')
})

/** A page of the server, as far as its parser has come with `DOMContentLoaded`. */
function openPage(url: string) {
  window.history.replaceState(null, '', url)
  document.body.innerHTML =
    '<template id="app-tags"><link rel="modulepreload" href="/app.js"></template><a href="/auth">Sign In</a>'
  const onIdle = vi.fn<(load: () => void) => void>()
  vi.stubGlobal('requestIdleCallback', onIdle)
  new Function(loadApp)()
  document.dispatchEvent(new Event('DOMContentLoaded'))
  return { onIdle }
}
const appTags = () => document.querySelectorAll('link[href="/app.js"]').length

it('loads the app once, when the page has loaded and the browser is idle', () => {
  const { onIdle } = openPage('/')
  expect(onIdle).not.toHaveBeenCalled()
  window.dispatchEvent(new Event('load'))
  expect(appTags()).toBe(0)
  onIdle.mock.calls[0]?.[0]()
  window.dispatchEvent(new Event('pointerdown'))
  expect(appTags()).toBe(1)
})

it('waits for a link without a token too', () => {
  openPage('/monthly-signup?month=a')
  expect(appTags()).toBe(0)
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

it.each(['/#access_token=a', '/?access_token=a'])(
  'loads the app at once for a link with a token: %s',
  (url) => {
    openPage(url)
    expect(appTags()).toBe(1)
  },
)

it('loads the app at once for a stored draft or receipt', () => {
  sessionStorage.setItem('aftercare.receipt', '{}')
  openPage('/')
  expect(appTags()).toBe(1)
})
