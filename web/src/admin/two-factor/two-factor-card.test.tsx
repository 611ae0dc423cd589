import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { AuthProvider } from '../../lib/auth-provider'
import { setSession } from '../../lib/auth-store'
import { queryClient } from '../../lib/query-client'
import { LiveStream } from '../../testing/live-stream'
import { ToastProvider } from '../../ui/feedback/toast-provider'
import { TwoFactorCard } from './two-factor-card'

const SESSION = {
  user: { id: 'rosa', email: 'rosa@example.com', full_name: 'Rosa Medina' },
  roles: ['admin' as const],
  expires_at: '2999-01-01T00:00:00.000Z',
}

afterEach(() => {
  cleanup()
  setSession(null)
  queryClient.clear()
})

const RUN_OUT = /before you run out/
const ONLY_RECOVERY_CODES = /Turn two-step sign-in off with one of them/
const RESET = /npm run admin -- reset-two-step/

it.each([
  ['no warning while enough codes are left', { codes_left: 3, is_unreadable: false }, [], true],
  ['a reminder when few codes are left', { codes_left: 2, is_unreadable: false }, [RUN_OUT], true],
  [
    'what a recovery code is for when the secret is unreadable',
    { codes_left: 1, is_unreadable: true },
    [ONLY_RECOVERY_CODES],
    true,
  ],
  ['that only a reset helps without a code', { codes_left: 0, is_unreadable: true }, [RESET], false],
])('shows %s', async (_, given, said, canChange) => {
  vi.stubGlobal('EventSource', LiveStream)
  vi.stubGlobal('fetch', async (input: string | URL | Request) =>
    String(input).endsWith('/api/admin/two-factor')
      ? Response.json({ is_on: true, since: null, is_required: false, ...given })
      : Response.json({ ...SESSION, now: '2026-11-16T14:00:00.000Z' }),
  )
  setSession(SESSION)
  render(
    <QueryClientProvider client={queryClient}>
      <AuthProvider>
        <ToastProvider>
          <TwoFactorCard codes={null} onCodes={() => {}} />
        </ToastProvider>
      </AuthProvider>
    </QueryClientProvider>,
  )
  await screen.findByText('On')
  const text = screen.getByRole('region', { name: 'Two-step sign-in' }).textContent ?? ''
  expect([RUN_OUT, ONLY_RECOVERY_CODES, RESET].filter((words) => words.test(text))).toEqual(said)
  expect(screen.queryByRole('button', { name: 'Turn off' }) !== null).toBe(canChange)
})
