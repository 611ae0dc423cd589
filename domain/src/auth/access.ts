import type { LiveTopic } from '../live/live-topics'

/**
 * Who may do what. `own`: rows of one's own family only; `any`: every row; `none`: forbidden.
 * The server enforces this table, and the browser uses it to show only what will work.
 */
export type Scope = 'none' | 'own' | 'any'
/** `staff-pending-two-factor` is staff who must set up two-step sign-in first, because it is required. */
export type Role = 'visitor' | 'parent' | 'staff-pending-two-factor' | 'attendance' | 'admin'

const forAll = <S extends Scope>(scope: S) =>
  ({
    visitor: scope,
    parent: scope,
    'staff-pending-two-factor': scope,
    attendance: scope,
    admin: scope,
  }) as const

const everybody = forAll('any')
const guestsToo = forAll('own')
const signedIn = { ...guestsToo, visitor: 'none' } as const
const admins = { ...forAll('none'), admin: 'any' } as const
const staff = { ...admins, attendance: 'any' } as const
const staffSettingUp = { ...staff, 'staff-pending-two-factor': 'any' } as const

export const ACCESS = {
  'health.read': everybody,
  'client-errors.report': everybody,
  /** The token is the credential. */
  'metrics.read': everybody,
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
  'guest-link.edit': everybody,
  'guest-link.withdraw': everybody,
  'guest-confirmation.read': everybody,
  /** The secret of the mail is the credential. */
  'guest-confirmation.use': everybody,
  'profile.read': signedIn,
  'profile.update': signedIn,
  'password.update': signedIn,
  'password.enter': signedIn,
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
  'admin.role': staffSettingUp,
  'admin.profile': staffSettingUp,
  'admin.two-factor': staffSettingUp,
  'admin.board': staff,
  'admin.attendance': staff,
  'admin.add-drop-in': staff,
  /** To add a drop-in for a child on file. */
  'admin.find-children': staff,
  /** Amounts in what other roles see too, such as the day report. */
  'admin.fees': admins,
  'admin.read': admins,
  'admin.months': admins,
  'admin.submissions': admins,
  'admin.parents': admins,
  'admin.erase': admins,
  'admin.children': admins,
  'admin.payments': admins,
  'admin.drop-ins': admins,
  'admin.site-content': admins,
  'admin.pricing': admins,
  'admin.program': admins,
  'admin.mail': admins,
  'admin.family-messages': admins,
  'admin.admins': admins,
  'admin.retention': admins,
  'admin.activity': admins,
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

/** The live topics of the pages that the Attendance role may open; admins get all. */
export const ATTENDANCE_TOPICS: readonly LiveTopic[] = [
  'attendance_marks',
  'children',
  'family_members',
  'months',
  'pickup_times',
  'profiles',
  'submissions',
]
