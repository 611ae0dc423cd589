import type { Role } from '@aftercare/domain/auth/access'
import type { GrantedRole } from '@aftercare/domain/lib/enums'

export type Account = {
  id: string
  email: string
  fullName: string
  /** As granted; what counts for a request are the viewer's. */
  roles: GrantedRole[]
  sessionId: string
  sessionExpiresAt: string
  /** When use of the session was last noted. */
  sessionSeenAt: string
}

/** Whoever makes the request: an account with a live session, or nobody in particular. */
export type Viewer = { account: Account | null; roles: Role[] }
