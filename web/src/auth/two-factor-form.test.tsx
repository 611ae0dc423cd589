import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { ApiError } from '../lib/api-client'
import { ToastProvider } from '../ui/feedback/toast-provider'
import { TwoFactorForm } from './two-factor-form'

afterEach(cleanup)

const WRONG = 'That code is wrong or already used. Try the next one.'

function show(onCode: (code: string) => Promise<ApiError | null>) {
  const onBack = vi.fn()
  render(
    <ToastProvider>
      <TwoFactorForm onCode={onCode} onBack={onBack} />
    </ToastProvider>,
  )
  return { user: userEvent.setup(), onBack }
}

const button = (name: string) => screen.getByRole('button', { name })

it('shows at the field why a code was rejected, and accepts the next one at once', async () => {
  const results = [new ApiError(401, 'wrong-code', WRONG, { code: WRONG }), null]
  const onCode = vi.fn(async () => results.shift() ?? null)
  const { user, onBack } = show(onCode)
  const field = screen.getByLabelText('Code from your authenticator app')
  expect(document.activeElement).toBe(field)
  await user.type(field, '123456{Enter}')
  await screen.findByText(WRONG)
  expect(field).toHaveProperty('value', '')
  await user.keyboard('654321')
  expect(screen.queryByText(WRONG)).toBeNull()
  await user.click(button('Sign In'))
  expect(onCode.mock.calls).toEqual([['123456'], ['654321']])
  expect(onBack).not.toHaveBeenCalled()
})

it('sends nothing without a code, and accepts a recovery code instead', async () => {
  const onCode = vi.fn(async () => null)
  const { user } = show(onCode)
  await user.click(button('Sign In'))
  screen.getByText('Enter the code')
  expect(onCode).not.toHaveBeenCalled()
  await user.click(button('Use a recovery code'))
  expect(document.activeElement).toBe(screen.getByLabelText('Recovery code'))
  await user.keyboard('abcd-efgh-jkmn{Enter}')
  expect(onCode.mock.calls).toEqual([['abcd-efgh-jkmn']])
})

it('goes back to the password when the challenge has expired', async () => {
  const { user, onBack } = show(async () => new ApiError(401, 'challenge-expired', 'That took too long.'))
  await user.keyboard('123456{Enter}')
  await waitFor(() => expect(onBack).toHaveBeenCalledTimes(1))
})

it('reports a network error, not a failed sign-in, and keeps the code for the next attempt', async () => {
  const message = "We couldn't reach the server. Check your connection and try again."
  const onCode = vi.fn<(code: string) => Promise<ApiError | null>>()
  onCode.mockRejectedValueOnce(new ApiError(0, 'network', message)).mockResolvedValue(null)
  const { user } = show(onCode)
  await user.keyboard('123456{Enter}')
  await screen.findByText('Code not checked')
  screen.getByText(message)
  expect(screen.queryByText('Login failed')).toBeNull()
  await user.keyboard('{Enter}')
  expect(onCode.mock.calls).toEqual([['123456'], ['123456']])
  await waitFor(() => expect(screen.queryByText('Code not checked')).toBeNull())
})
