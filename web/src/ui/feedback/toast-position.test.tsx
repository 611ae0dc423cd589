import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { avoidFocusedElement } from './toast-position'

/** A screen of 400 × 800: the toast is 100 high, at the bottom or, moved, at the top. */
const MESSAGE = { left: 10, right: 390, height: 100 }
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

function page(tops: { field: number; send: number }) {
  document.body.innerHTML = `<form><input id="field"><input id="high"><button type="submit">Send</button></form>
    <section id="region" tabindex="-1"><div role="status"><div data-toast></div></div></section>`
  const find = (selector: string) => document.querySelector<HTMLElement>(selector) as HTMLElement
  const region = find('#region')
  const at = { ...tops, high: 100 }
  boxOf(find('[data-toast]'), () => ({
    ...MESSAGE,
    top: region.hasAttribute('data-moved') ? 72 : 690,
  }))
  const line = { left: 20, right: 380, height: 40 }
  boxOf(find('#field'), () => ({ ...line, top: at.field }))
  boxOf(find('#high'), () => ({ ...line, top: at.high }))
  boxOf(find('button'), () => ({ ...line, top: at.send }))
  return {
    region,
    field: find('#field'),
    high: find('#high'),
    at,
    isMoved: () => region.dataset.moved === '',
  }
}

beforeEach(() => {
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
    const { region, field, isMoved } = page({ field: 300, send: 400 })
    field.focus()
    stop = avoidFocusedElement(region)
    expect(isMoved()).toBe(false)
  })

  it('is the top where they would cover the focus, and stays until they cover it there', () => {
    const { region, field, high, isMoved } = page({ field: 740, send: 400 })
    field.focus()
    stop = avoidFocusedElement(region)
    expect(isMoved()).toBe(true)
    field.blur()
    expect(isMoved()).toBe(true)
    high.focus()
    expect(isMoved()).toBe(false)
  })

  it('avoids the submit button, but the focus first', () => {
    const { region, field, high, isMoved } = page({ field: 300, send: 740 })
    field.focus()
    stop = avoidFocusedElement(region)
    expect(isMoved()).toBe(true)
    high.focus()
    expect(isMoved()).toBe(false)
  })

  it('follows scrolling, and stops with the last toast', () => {
    const { region, field, at, isMoved } = page({ field: 300, send: 400 })
    field.focus()
    stop = avoidFocusedElement(region)
    at.field = 740
    document.dispatchEvent(new Event('scroll'))
    expect(isMoved()).toBe(true)
    stop()
    at.field = 100
    document.dispatchEvent(new Event('scroll'))
    expect(isMoved()).toBe(true)
  })

  it('is below the title and what must stay visible', () => {
    const { region, field } = page({ field: 740, send: 400 })
    const counts = document.createElement('div')
    counts.toggleAttribute('data-toast-free', true)
    const title = document.createElement('h1')
    document.body.append(title, counts)
    boxOf(title, () => ({ left: 20, right: 300, top: 60, height: 40 }))
    boxOf(counts, () => ({ left: 0, right: 400, top: 120, height: 90 }))
    field.focus()
    stop = avoidFocusedElement(region)
    const start = () => Number.parseInt(region.style.getPropertyValue('--clear-below'), 10)
    expect(start()).toBeGreaterThanOrEqual(210)
    // Scrolled away, or beside the toast.
    boxOf(counts, () => ({ left: 0, right: 400, top: -200, height: 90 }))
    document.dispatchEvent(new Event('scroll'))
    expect(start()).toBeGreaterThanOrEqual(100)
    expect(start()).toBeLessThan(120)
    boxOf(title, () => ({ left: 400, right: 600, top: 60, height: 40 }))
    document.dispatchEvent(new Event('scroll'))
    expect(start()).toBe(0)
  })

  it('does not change while the focus is on the toast, or where both edges are covered', () => {
    const { region, field, isMoved } = page({ field: 740, send: 400 })
    region.focus()
    stop = avoidFocusedElement(region)
    expect(isMoved()).toBe(false)
    boxOf(field, () => ({ left: 0, right: 400, top: 0, height: 800 }))
    field.focus()
    expect(isMoved()).toBe(false)
  })
})
