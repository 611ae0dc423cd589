import { api, request } from './api-client'

export type Portal = 'parent' | 'staff'

const auth = api.auth

export const fetchSession = () => request(auth.session.$get())
export const refreshSession = () => request(auth.refresh.$post())
export const signIn = (json: { email: string; password: string }) => request(auth['sign-in'].$post({ json }))
export const signInByCode = (code: string) => request(auth['two-factor'].$post({ json: { code } }))
export const signOut = () => request(auth['sign-out'].$post())
