/**
 * Who may do what. `own`: rows of one's own family only; `any`: every row; `none`: forbidden.
 * The server enforces this table, and the browser uses it to show only what will work.
 */
export type Scope = 'none' | 'own' | 'any'
/** `admin-pending-two-factor` is an admin who must set up two-step sign-in first, because it is required. */
export type Role = 'visitor' | 'parent' | 'admin-pending-two-factor' | 'admin'

const everybody = { visitor: 'any', parent: 'any', 'admin-pending-two-factor': 'any', admin: 'any' } as const
const signedIn = { visitor: 'none', parent: 'own', 'admin-pending-two-factor': 'own', admin: 'own' } as const
const guestsToo = { visitor: 'own', parent: 'own', 'admin-pending-two-factor': 'own', admin: 'own' } as const
const staff = { visitor: 'none', parent: 'none', 'admin-pending-two-factor': 'none', admin: 'any' } as const
const staffSettingUp = { ...staff, 'admin-pending-two-factor': 'any' } as const

export const ACCESS = {
  'health.read': everybody,
  'program.read': everybody,
  'auth.use': everybody,
  'session.read': everybody,
  'site-content.read': everybody,
  'live.subscribe': everybody,
  'months.read-offered': everybody,
  'drop-ins.read-availability': everybody,
  'guest-link.read': everybody,
  /** The secret is the credential, as for reading. */
  'guest-link.ask-to-cancel': everybody,
  'guest-link.withdraw': everybody,
  'profile.read': signedIn,
  'profile.update': signedIn,
  'password.update': signedIn,
  'sessions.read': signedIn,
  'sessions.end': signedIn,
  'children.read': signedIn,
  'children.create': signedIn,
  'children.update': signedIn,
  'children.remove': signedIn,
  'submissions.read': signedIn,
  'submissions.create': guestsToo,
  'submissions.edit': signedIn,
  'submissions.ask-to-cancel': signedIn,
  'drop-ins.create': guestsToo,
  'drop-ins.withdraw': signedIn,
  'statement.read': signedIn,
  'calendar-feed.read': signedIn,
  'calendar-feed.change': signedIn,
  /** The secret URL is the credential: a calendar app has no other. */
  'calendar-feed.fetch': everybody,
  'seat-watches.read': signedIn,
  'seat-watches.create': signedIn,
  'seat-watches.remove': signedIn,
  'today.read': signedIn,
  'not-coming.update': signedIn,
  'guest-claims.read': signedIn,
  'guest-claims.create': signedIn,
  'family.read': signedIn,
  'family.invite': signedIn,
  'family.remove-adult': signedIn,
  'family.leave': signedIn,
  /** The invitation's token is the credential. */
  'family.preview': everybody,
  'family.sign-up': everybody,
  'family.join': signedIn,
  'privacy.export': signedIn,
  'account.delete': signedIn,
  'admin.read': staff,
  'admin.role': staffSettingUp,
  'admin.profile': staffSettingUp,
  'admin.two-factor': staffSettingUp,
  'admin.months': staff,
  'admin.submissions': staff,
  'admin.parents': staff,
  'admin.children': staff,
  'admin.payments': staff,
  'admin.attendance': staff,
  'admin.board': staff,
  'admin.drop-ins': staff,
  'admin.site-content': staff,
  'admin.pricing': staff,
  'admin.program': staff,
  'admin.mail': staff,
  'admin.family-messages': staff,
  'admin.admins': staff,
  'admin.activity': staff,
} as const satisfies Record<string, Record<Role, Scope>>

export type Action = keyof typeof ACCESS

const WIDTH: Record<Scope, number> = { none: 0, own: 1, any: 2 }

/** The widest scope that any of the roles grants; everybody has at least a visitor's. */
export function scopeOf(action: Action, roles: readonly Role[]): Scope {
  return (['visitor', ...roles] as const)
    .map((role): Scope => ACCESS[action][role])
    .reduce((widest, scope) => (WIDTH[scope] > WIDTH[widest] ? scope : widest))
}

export const may = (action: Action, roles: readonly Role[]): boolean => scopeOf(action, roles) !== 'none'
