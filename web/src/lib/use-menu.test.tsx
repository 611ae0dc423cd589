import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { blockHistory } from './navigation-blocker'
import { useMenu } from './use-menu'

afterEach(cleanup)

/** As the browser tells of a step to another entry of the tab's history. */
const moveTo = (idx: number) =>
  act(() => void window.dispatchEvent(new PopStateEvent('popstate', { state: { idx } })))

it('closes on Back, takes the step back and leaves the next one to the page', () => {
  window.history.replaceState({ idx: 4 }, '', '/history')
  const go = vi.spyOn(window.history, 'go').mockImplementation(() => undefined)
  const heard: unknown[] = []
  const onMove = ({ state }: PopStateEvent) => void heard.push(state)
  window.addEventListener('popstate', onMove)
  const menu = renderHook(() => useMenu())
  const isOpen = () => menu.result.current[0]
  act(() => menu.result.current[1](true))
  moveTo(3)
  expect(isOpen()).toBe(false)
  expect(go.mock.calls).toEqual([[1]])
  // The step back itself, which the menu caused: the router must not hear of it either.
  moveTo(4)
  expect(heard).toEqual([])
  moveTo(3)
  expect(heard).toEqual([{ idx: 3 }])
  window.removeEventListener('popstate', onMove)
})

it('leaves the history alone while it is closed, and again once it was', () => {
  window.history.replaceState({ idx: 4 }, '', '/history')
  const asked = vi.fn()
  const release = blockHistory(asked)
  const menu = renderHook(() => useMenu())
  moveTo(3)
  act(() => menu.result.current[1](true))
  act(() => menu.result.current[1](false))
  moveTo(2)
  expect(asked).toHaveBeenCalledTimes(2)
  release()
})
