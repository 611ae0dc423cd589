import { api, request } from './api-client'

export type Portal = 'parent' | 'staff'
export type RecoveryTokens = { access_token: string; refresh_token?: string }

const auth = api.auth

export const fetchSession = () => request(auth.session.$get())
export const refreshSession = () => request(auth.refresh.$post())
export const signIn = (json: { email: string; password: string }) => request(auth['sign-in'].$post({ json }))
export const signInByCode = (code: string) => request(auth['two-step'].$post({ json: { code } }))
export const signOut = () => request(auth['sign-out'].$post())
export const signUp = (json: { full_name: string; email: string; password: string }) =>
  request(auth['sign-up'].$post({ json }))
export const updatePassword = (json: { current_password: string; password: string }) =>
  request(auth.password.$post({ json }))

export const sendReset = (email: string, portal: Portal) =>
  request(auth['forgot-password'].$post({ json: { email, portal } }))
export const checkRecovery = (json: RecoveryTokens) => request(auth.recovery.check.$post({ json }))
export const setPasswordByLink = (json: RecoveryTokens & { password: string }) =>
  request(auth.recovery.password.$post({ json }))
export const verifyEmail = (access_token: string) => request(auth.verify.$post({ json: { access_token } }))
export const resendVerification = (email: string) =>
  request(auth.verification.resend.$post({ json: { email } }))

/** 403 for everybody but admins. */
export const fetchAdminRole = (signal?: AbortSignal) => request(api.admin.role.$get({}, { init: { signal } }))
