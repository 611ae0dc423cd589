import { createContext, type ReactNode, useContext, useEffect, useSyncExternalStore } from 'react'
import * as store from './auth-store'
import type { Session, User } from './session'

export type Auth = store.AuthState & { user: User | null; roles: Session['roles'] }

const AuthContext = createContext<Auth | null>(null)

export function AuthProvider({ children }: { children: ReactNode }) {
  const state = useSyncExternalStore(store.subscribeAuth, store.getAuthState, store.getServerAuthState)
  useEffect(() => store.startAuth(), [])
  const auth: Auth = {
    ...state,
    user: state.session?.user ?? null,
    roles: state.session?.roles ?? [],
  }
  return <AuthContext value={auth}>{children}</AuthContext>
}

export function useAuth(): Auth {
  const auth = useContext(AuthContext)
  if (!auth) throw new Error('useAuth must be used within an AuthProvider')
  return auth
}

/** For pages that require a signed-in user. */
export function useUser(): User {
  const { user } = useAuth()
  if (!user) throw new Error('useUser must be used on a page for signed-in users')
  return user
}
