import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { ToastProvider } from '../../ui/feedback/toast'
import { TwoStepCard } from './two-step-card'

const state = vi.hoisted(() => ({ codes_left: 0, is_unreadable: false }))

vi.mock('../../auth/auth-provider', () => ({ useUser: () => ({ id: 'me' }) }))
vi.mock('./two-step.admin.api', () => ({
  useTwoStep: () => ({ data: { is_on: true, since: null, is_required: false, ...state } }),
}))

afterEach(cleanup)

const RUN_OUT = /before you run out/
const ONLY_RECOVERY_CODES = /Turn two-step sign-in off with one of them/
const RESET = /npm run admin -- reset-two-step/

it.each([
  ['nothing while all is well', { codes_left: 3, is_unreadable: false }, [], true],
  ['to make new codes in time', { codes_left: 2, is_unreadable: false }, [RUN_OUT], true],
  ['what a recovery code is for', { codes_left: 1, is_unreadable: true }, [ONLY_RECOVERY_CODES], true],
  ['that only a reset helps without one', { codes_left: 0, is_unreadable: true }, [RESET], false],
])('tells %s', (_, given, said, canChange) => {
  Object.assign(state, given)
  render(
    <ToastProvider>
      <TwoStepCard codes={null} onCodes={() => {}} />
    </ToastProvider>,
  )
  const text = screen.getByRole('region', { name: 'Two-step sign-in' }).textContent ?? ''
  expect([RUN_OUT, ONLY_RECOVERY_CODES, RESET].filter((words) => words.test(text))).toEqual(said)
  expect(screen.queryByRole('button', { name: 'Turn off' }) !== null).toBe(canChange)
})
