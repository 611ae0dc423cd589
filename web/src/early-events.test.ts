import { afterEach, describe, expect, it, vi } from 'vitest'
import earlyEvents from '../public/early-events.js?raw'

afterEach(async () => {
  appReady()
  await expect.poll(isKept).toBe(false)
  document.body.replaceChildren()
})

const appReady = () => window.dispatchEvent(new Event('app-ready'))
const button = (name: string) => {
  const found = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === name)
  if (!found) throw new Error(`There is no button ${name}`)
  return found
}

/** Whether clicks still wait for the app. */
function isKept(): boolean {
  const probe = document.body.appendChild(document.createElement('button'))
  let isClicked = false
  probe.addEventListener('click', () => {
    isClicked = true
  })
  probe.click()
  probe.remove()
  return !isClicked
}

/** A page of the server; the names of the buttons that reached the app, in their order. */
function openPage(html: string): string[] {
  document.body.innerHTML = `<div>${html}</div>`
  const reached: string[] = []
  document.querySelector('div')?.addEventListener('click', ({ target }) => {
    if (target instanceof HTMLButtonElement && target.textContent) reached.push(target.textContent)
  })
  new Function(earlyEvents)()
  return reached
}

it('replays all clicks in their order once the app is ready, and then leaves clicks alone', async () => {
  const reached = openPage('<button>1</button><button>2</button>')
  for (const name of ['2', '1', '2', '2']) button(name).click()
  expect(reached).toEqual([])
  appReady()
  await expect.poll(() => reached).toEqual(['2', '1', '2', '2'])
  await expect.poll(isKept).toBe(false)
  button('1').click()
  expect(reached.at(-1)).toBe('1')
})

it('replays a click during the replay after the earlier ones', async () => {
  const reached = openPage('<button>1</button><button>2</button><button>3</button>')
  for (const name of ['1', '2']) button(name).click()
  appReady()
  button('3').click()
  await expect.poll(() => reached).toEqual(['1', '2', '3'])
})

describe('keys that move between days or tabs', () => {
  /** Buttons between which ArrowRight moves the focus, and Submit behind them. */
  function openButtons(attribute = 'data-day'): string[] {
    const html = ['1', '2', '3'].map((name) => `<button ${attribute}="${name}">${name}</button>`)
    const reached = openPage(`<p>${html.join('')}</p><button>Submit</button><input>`)
    document.querySelector('p')?.addEventListener('keydown', ({ target, key }) => {
      const next = target instanceof Element && target.nextElementSibling
      if (key === 'ArrowRight' && next instanceof HTMLElement) next.focus()
    })
    return reached
  }
  /** As where a draft is of another month than the server's page. */
  function openDaysOfAnotherMonth(): void {
    const days = document.querySelector('p') as HTMLElement
    days.replaceChildren(...[...days.children].map((day) => day.cloneNode(true)))
    for (const day of days.children) day.setAttribute('aria-label', `December ${day.textContent}`)
  }
  const press = (target: HTMLElement, key: string, options: KeyboardEventInit = {}) => {
    target.focus()
    const pressed = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...options })
    const isAllowed = target.dispatchEvent(pressed)
    if (key === 'Enter' && isAllowed) target.click()
    return isAllowed
  }
  const field = () => document.querySelector('input') as HTMLInputElement
  const clickByPointer = (target: HTMLElement) =>
    target.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, detail: 1 }))

  it.each(['data-day', 'role="tab" value'])(
    'are replayed, and what is pressed next (%s)',
    async (attribute) => {
      const reached = openButtons(attribute)
      for (const key of ['Enter', 'ArrowRight', 'Enter', 'ArrowRight', 'Enter']) press(button('1'), key)
      appReady()
      await expect.poll(() => reached).toEqual(['1', '2', '3'])
      expect(document.activeElement).toBe(button('3'))
    },
  )

  it('do not lead astray where they move nothing, or the focus has gone on', async () => {
    const reached = openButtons()
    for (const key of ['ArrowRight', 'Enter', 'ArrowDown', 'Enter']) press(button('3'), key)
    button('Submit').focus()
    appReady()
    await expect.poll(() => reached).toEqual(['3', '3'])
    expect(document.activeElement).toBe(button('Submit'))
  })

  it('end with a click elsewhere or by the pointer', async () => {
    const reached = openButtons()
    press(button('1'), 'ArrowRight')
    clickByPointer(button('1'))
    press(button('1'), 'Enter')
    press(button('3'), 'Enter')
    appReady()
    await expect.poll(() => reached).toEqual(['1', '1', '3'])
  })

  it('leave the focus in the field to which it has gone', async () => {
    const reached = openButtons()
    for (const key of ['ArrowRight', 'Enter']) press(button('1'), key)
    field().focus()
    appReady()
    await expect.poll(() => reached).toEqual(['2'])
    expect(document.activeElement).toBe(field())
  })

  it('find days that the app rendered anew, with other labels', async () => {
    const reached = openButtons()
    for (const key of ['Enter', 'ArrowRight', 'Enter']) press(button('1'), key)
    const days = document.querySelector('p') as HTMLElement
    days.replaceChildren(...[...days.children].map((day) => day.cloneNode(true)))
    days.addEventListener('click', ({ target }) => (target as Element).setAttribute('aria-label', 'selected'))
    appReady()
    await expect.poll(() => reached).toEqual(['1', '2'])
  })

  it('do not take the same day of another month for it', async () => {
    const reached = openButtons()
    press(button('1'), 'Enter')
    press(button('Submit'), 'Enter')
    openDaysOfAnotherMonth()
    appReady()
    await expect.poll(() => reached).toEqual(['Submit'])
  })

  it('leave other keys, keys of fields and the browser’s shortcuts alone', () => {
    openButtons('role="tab" value')
    expect(press(button('1'), 'Tab')).toBe(true)
    expect(press(button('1'), 'ArrowDown')).toBe(true)
    expect(press(button('1'), 'ArrowLeft', { altKey: true })).toBe(true)
    expect(press(field(), 'ArrowLeft')).toBe(true)
    expect(press(field(), 'Home')).toBe(true)
    expect(press(button('1'), 'Home')).toBe(false)
  })
})

it('lets links, theme buttons and clicks with a key held work at once', () => {
  openPage('<a href="#x">Sign In</a><button data-theme-choice="dark">Dark</button><button>1</button>')
  const click = (target: Element | null, options: MouseEventInit = {}) =>
    target?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, ...options }))
  expect(click(document.querySelector('a'))).toBe(true)
  expect(click(button('Dark'))).toBe(true)
  expect(click(button('1'), { ctrlKey: true })).toBe(true)
  expect(click(button('1'))).toBe(false)
})

it('finds a button that the app rendered anew, unless two look the same', async () => {
  const reached = openPage('<main><button>1</button><button>Remove</button></main>')
  for (const name of ['Remove', '1']) button(name).click()
  const main = document.querySelector('main')
  if (main) main.innerHTML = '<button>1</button><button>Remove</button><button>Remove</button>'
  appReady()
  await expect.poll(() => reached).toEqual(['1'])
})

it.each([
  ['after', ['error', 'click']],
  ['before', ['click', 'error']],
])('loads the page again for a click %s the app’s code failed to load', (_, events) => {
  const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => {})
  openPage('<button>Sign In</button><script type="module"></script><img>')
  const act = {
    click: () => button('Sign In').click(),
    error: () => document.querySelector('script')?.dispatchEvent(new Event('error')),
  }
  document.querySelector('img')?.dispatchEvent(new Event('error'))
  act[events[0] as 'click' | 'error']()
  expect(reload).not.toHaveBeenCalled()
  act[events[1] as 'click' | 'error']()
  expect(reload).toHaveBeenCalledOnce()
})
