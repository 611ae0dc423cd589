import { act, cleanup, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { AuthProvider } from '../../auth/auth-provider'
import { announce } from '../../auth/auth-store'
import { Router } from '../../router/router'
import { LiveStream } from '../../testing/live-stream'
import { SettingsDrafts, useDraft } from './drafts'

const SESSION = {
  user: { id: 'rosa', email: 'rosa@example.com', full_name: 'Rosa Medina' },
  roles: ['admin' as const],
  expires_at: '2999-01-01T00:00:00.000Z',
}

beforeEach(() => {
  vi.stubGlobal('EventSource', LiveStream)
  vi.stubGlobal('fetch', async () => Response.json({ ...SESSION, now: '2026-11-16T14:00:00.000Z' }))
  announce('SIGNED_IN', SESSION)
})
afterEach(() => {
  cleanup()
  announce('SIGNED_OUT', null)
  vi.unstubAllGlobals()
})

function typing(title: string, meaning?: (values: { title: string }) => unknown) {
  const wrapper = ({ children }: { children: ReactNode }) => (
    <Router>
      <AuthProvider>
        <SettingsDrafts>{children}</SettingsDrafts>
      </AuthProvider>
    </Router>
  )
  const initialProps = { values: { title: 'About' }, version: 1 }
  const hook = renderHook((stored) => useDraft('about', stored, meaning), { wrapper, initialProps })
  act(() => hook.result.current.change({ title }))
  return hook
}

it('takes its own save, whose answer was lost, for no other admin, and saves over it', () => {
  const { result, rerender } = typing('Afternoons ')
  expect(result.current).toMatchObject({ isDirty: true, version: 1 })
  rerender({ values: { title: 'Afternoons' }, version: 2 })
  expect(result.current).toMatchObject({ isStale: false, version: 2, values: { title: 'Afternoons ' } })
})

it('knows its own save by what was meant, where the same can be typed in two ways', () => {
  const { result, rerender } = typing('21', (values) => Number(values.title))
  rerender({ values: { title: '21.00' }, version: 2 })
  expect(result.current).toMatchObject({ isStale: false, version: 2 })
  rerender({ values: { title: '22.00' }, version: 3 })
  expect(result.current).toMatchObject({ isStale: true, version: 1 })
})

it('tells of another admin who saved something else, and saves over it only when told to', () => {
  const { result, rerender } = typing('Afternoons')
  rerender({ values: { title: 'Evenings' }, version: 2 })
  expect(result.current).toMatchObject({ isStale: true, version: 1, values: { title: 'Afternoons' } })
  act(() => result.current.insist())
  expect(result.current).toMatchObject({ isStale: false, version: 2 })
})
