import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { blockHistory } from './navigation-blocker'
import { useMenu } from './use-menu'

afterEach(cleanup)

/** As the browser does after moving to another history entry. */
const moveTo = (idx: number) =>
  act(() => void window.dispatchEvent(new PopStateEvent('popstate', { state: { idx } })))

it('closes on Back, reverts the navigation and leaves the next one to the page', () => {
  window.history.replaceState({ idx: 4 }, '', '/history')
  const go = vi.spyOn(window.history, 'go').mockImplementation(() => undefined)
  const popped: unknown[] = []
  const onMove = ({ state }: PopStateEvent) => void popped.push(state)
  window.addEventListener('popstate', onMove)
  const menu = renderHook(() => useMenu())
  const isOpen = () => menu.result.current[0]
  act(() => menu.result.current[1](true))
  moveTo(3)
  expect(isOpen()).toBe(false)
  expect(go.mock.calls).toEqual([[1]])
  // The menu's own move back: the router must not see it either.
  moveTo(4)
  expect(popped).toEqual([])
  moveTo(3)
  expect(popped).toEqual([{ idx: 3 }])
  window.removeEventListener('popstate', onMove)
})

it('leaves the history alone before it opens and after it closes', () => {
  window.history.replaceState({ idx: 4 }, '', '/history')
  const blocker = vi.fn()
  const release = blockHistory(blocker)
  const menu = renderHook(() => useMenu())
  moveTo(3)
  act(() => menu.result.current[1](true))
  act(() => menu.result.current[1](false))
  moveTo(2)
  expect(blocker).toHaveBeenCalledTimes(2)
  release()
})
