import { api, request } from '../lib/api-client'
import type { Portal } from '../lib/auth.api'
import { type AuthResult, attempt, setSession } from '../lib/auth-store'

export type RecoveryTokens = { access_token: string; refresh_token?: string }

const auth = api.auth

export const signUp = (email: string, password: string, full_name: string): Promise<AuthResult> =>
  attempt(async () => {
    await request(auth['sign-up'].$post({ json: { email, password, full_name } }))
  })

export const verifyEmail = (access_token: string) => request(auth.verify.$post({ json: { access_token } }))
export const resendVerification = (email: string) =>
  request(auth.verification.resend.$post({ json: { email } }))

/** Requests that need the password succeed for ten minutes. */
export const enterPassword = (password: string) => request(auth.reauthenticate.$post({ json: { password } }))

export const sendReset = (email: string, portal: Portal) =>
  request(auth['forgot-password'].$post({ json: { email, portal } }))
export const checkRecovery = (json: RecoveryTokens) => request(auth.recovery.check.$post({ json }))

/** A new password ends all sessions of the account, this one too. */
export const setPasswordByLink = (tokens: RecoveryTokens, password: string): Promise<AuthResult> =>
  attempt(async () => {
    await request(auth.recovery.password.$post({ json: { ...tokens, password } }))
    setSession(null, { isExpected: true })
  })

/** Whether a password that is being chosen is easy to guess. */
export const checkPassword = (password: string, email: string) =>
  request(auth['password-check'].$post({ json: { password, email } }))
