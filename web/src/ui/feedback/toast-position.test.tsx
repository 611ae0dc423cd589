import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { chooseTop, placeToasts } from './toast-position'

/** A screen of 400 × 800: the toast is 100 high. */
const MESSAGE = { left: 10, right: 390, height: 100 }
const BOTTOM = 690
/** Below the header. */
const TOP = 72
let stop: () => void

function boxOf(
  element: HTMLElement,
  box: () => { left: number; right: number; top: number; height: number },
) {
  element.getBoundingClientRect = () => {
    const { left, right, top, height } = box()
    return DOMRect.fromRect({ x: left, y: top, width: right - left, height })
  }
}

/** `field`, `send`: their tops. */
function page(tops: { field: number; send: number }, inDialog = false) {
  document.body.innerHTML = `<form><input id="field"><input id="high"><button type="submit">Send</button></form>
    <section id="region" tabindex="-1"><div role="status"><div data-toast></div></div></section>`
  const find = (selector: string) => document.querySelector<HTMLElement>(selector) as HTMLElement
  const region = find('#region')
  if (inDialog) find('form').role = 'dialog'
  const at = { ...tops, high: 100 }
  const box = () => ({ ...MESSAGE, top: region.style.top ? Number.parseFloat(region.style.top) : BOTTOM })
  boxOf(region, box)
  boxOf(find('[data-toast]'), box)
  const line = { left: 20, right: 380, height: 40 }
  boxOf(find('#field'), () => ({ ...line, top: at.field }))
  boxOf(find('#high'), () => ({ ...line, top: at.high }))
  boxOf(find('button'), () => ({ ...line, top: at.send }))
  return { region, form: find('form'), field: find('#field'), high: find('#high'), at, top: () => box().top }
}

beforeEach(() => {
  window.happyDOM.setViewport({ width: 400, height: 800 })
  vi.stubGlobal('requestAnimationFrame', (run: () => void) => {
    run()
    return 0
  })
})
afterEach(() => {
  stop()
  vi.unstubAllGlobals()
  document.body.innerHTML = ''
})

describe('the position of toasts', () => {
  it('is the bottom while they cover neither the focus nor the button', () => {
    const { region, field, top } = page({ field: 300, send: 400 })
    field.focus()
    stop = placeToasts(region)
    expect(top()).toBe(BOTTOM)
  })

  it('is the top where they would cover the focus, and stays until they cover it there', () => {
    const { region, field, high, top } = page({ field: 740, send: 400 })
    field.focus()
    stop = placeToasts(region)
    expect(top()).toBe(TOP)
    field.blur()
    expect(top()).toBe(TOP)
    high.focus()
    expect(top()).toBe(BOTTOM)
  })

  it('avoids the submit button, and the focus too', () => {
    const { region, field, high, top } = page({ field: 300, send: 740 })
    field.focus()
    stop = placeToasts(region)
    expect(top()).toBe(TOP)
    high.focus()
    expect(top()).toBe(628)
  })

  it('follows scrolling, and stops with the last toast', () => {
    const { region, field, at, top } = page({ field: 300, send: 400 })
    field.focus()
    stop = placeToasts(region)
    at.field = 740
    document.dispatchEvent(new Event('scroll'))
    expect(top()).toBe(TOP)
    stop()
    at.field = 100
    document.dispatchEvent(new Event('scroll'))
    expect(top()).toBe(TOP)
  })

  it('is below the title and what must stay visible', () => {
    const { region, field, top } = page({ field: 740, send: 400 })
    const counts = document.createElement('div')
    counts.toggleAttribute('data-toast-free', true)
    const title = document.createElement('h1')
    document.body.append(title, counts)
    boxOf(title, () => ({ left: 20, right: 300, top: 60, height: 40 }))
    boxOf(counts, () => ({ left: 0, right: 400, top: 120, height: 90 }))
    field.focus()
    stop = placeToasts(region)
    expect(top()).toBeGreaterThanOrEqual(210)
    expect(top()).toBeLessThan(640)
  })

  it('is neither over the heading nor over the buttons of a dialog, and at the bottom once it is closed', () => {
    const { region, form, field, top } = page({ field: 300, send: 740 }, true)
    const heading = document.createElement('h2')
    heading.toggleAttribute('data-toast-free', true)
    form.prepend(heading)
    boxOf(form, () => ({ left: 0, right: 400, top: 60, height: 740 }))
    boxOf(heading, () => ({ left: 20, right: 300, top: 70, height: 40 }))
    field.focus()
    stop = placeToasts(region)
    expect(top()).toBe(628)
    form.remove()
    document.dispatchEvent(new Event('focusin'))
    expect(top()).toBe(BOTTOM)
  })

  it('does not change while the focus is on the toast, or where every place is covered', () => {
    const { region, field, top } = page({ field: 740, send: 400 })
    region.focus()
    stop = placeToasts(region)
    expect(top()).toBe(BOTTOM)
    boxOf(field, () => ({ left: 0, right: 400, top: 0, height: 800 }))
    field.focus()
    expect(top()).toBe(BOTTOM)
  })
})

describe('the place among obstacles', () => {
  const screen = { top: 12, bottom: 788 }
  const heading = { top: 75, bottom: 125, weight: 4 }
  const buttons = { top: 730, bottom: 800, weight: 4 }
  const dialog = { top: 65, bottom: 800, weight: 1 }
  const short = { top: 500, bottom: 800, weight: 1 }
  const field = (top: number, bottom: number) => ({ top, bottom, weight: 3 })
  it.each([
    ['nothing is covered', 80, [], 690],
    [
      'a short dialog leaves the top of the screen',
      80,
      [short, { ...heading, top: 510, bottom: 560 }, buttons],
      12,
    ],
    ['a tall dialog leaves room above its buttons', 80, [dialog, heading, buttons], 638],
    ['the focused field is above the buttons', 80, [dialog, heading, buttons, field(600, 700)], 508],
    ['only below the heading is room', 80, [dialog, heading, buttons, field(230, 730)], 138],
    [
      'a large stack has no room: rather over the field',
      300,
      [dialog, heading, buttons, field(300, 500)],
      418,
    ],
  ])('%s', (_, height, obstacles, top) => {
    expect(chooseTop(height, screen, 690, obstacles)).toBe(top)
  })

  it('stays, unless the screen no longer has that place', () => {
    expect(chooseTop(80, screen, 690, [dialog, heading, buttons], 300)).toBe(300)
    expect(chooseTop(80, { top: 12, bottom: 350 }, 252, [], 300)).toBe(252)
  })
})
