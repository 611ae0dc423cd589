import type { Role } from '@aftercare/domain/auth/access'
import type { GrantedRole } from '@aftercare/domain/lib/enums'
import type { Language } from '@aftercare/domain/lib/language'

export type Account = {
  id: string
  /** Under which everything of the family is stored: the first adult's id, one's own in most families. */
  familyId: string
  email: string
  fullName: string
  /** Null as long as none was chosen. */
  language: Language | null
  /** As granted; a request is authorized by the viewer's roles. */
  roles: GrantedRole[]
  sessionId: string
  sessionExpiresAt: string
  /** When the session was last used. */
  sessionSeenAt: string
  /** When the password was last entered in the session. */
  passwordEnteredAt: string
}

/** Who makes the request: an account with a valid session, or an anonymous visitor. */
export type Viewer = { account: Account | null; roles: Role[] }
