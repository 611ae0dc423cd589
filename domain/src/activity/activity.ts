/** Who did it, as stored in the log. */
export const ACTOR_ROLES = ['admin', 'parent', 'visitor', 'system'] as const
export type ActorRole = (typeof ACTOR_ROLES)[number]

export const ACTOR_ROLE_LABELS: Record<ActorRole, string> = {
  admin: 'Staff',
  parent: 'Parents',
  visitor: 'Guests',
  system: 'System',
}

/** A log entry with the names that its ids refer to today. */
export type ActivityEntry = {
  action: string
  role: ActorRole
  /** Null for guests and the system. */
  actor: string | null
  about: ActivityNames
  detail: unknown
}

/** The names found for the changed row; none if it was deleted. */
export type ActivityNames = {
  person?: string
  child?: string
  /** "December 2026", or "Day Drop-In - Nov 20, 2025" for a drop-in. */
  title?: string
  mail?: string
  /** Labels of the months in the detail, by id. */
  months?: Readonly<Record<string, string>>
}

export const DELETED_ACCOUNT = 'a deleted account'

/** `prefixes`: the part of an action before the dot. Each belongs to one kind. */
const KINDS = {
  months: { label: 'Months', prefixes: ['months', 'default-seats'] },
  prices: { label: 'Prices', prefixes: ['pricing'] },
  attendance: { label: 'Attendance', prefixes: ['mark', 'pickup-times'] },
  submissions: {
    label: 'Submissions',
    prefixes: ['submission', 'seat-watch', 'guest-confirmation', 'drop-in-approval'],
  },
  payments: { label: 'Payments', prefixes: ['payment', 'payment-import', 'family-balances'] },
  families: {
    label: 'Families',
    prefixes: [
      'parent',
      'profile',
      'own-data',
      'account',
      'child',
      'calendar-feed',
      'family',
      'family-import',
    ],
  },
  texts: { label: 'Site text', prefixes: ['site-content', 'statement-details', 'program', 'program-logo'] },
  mail: { label: 'Email', prefixes: ['mail', 'family-message'] },
  admins: { label: 'Admin users', prefixes: ['admins', 'retention'] },
  'sign-in': { label: 'Sign-in', prefixes: ['auth', 'sessions', 'two-factor'] },
} as const satisfies Record<string, { label: string; prefixes: readonly string[] }>

export type ActivityKind = keyof typeof KINDS
export const ACTIVITY_KINDS = Object.keys(KINDS) as [ActivityKind, ...ActivityKind[]]

export const activityKindLabel = (kind: ActivityKind): string => KINDS[kind].label
export const actionPrefixesOf = (kind: ActivityKind): readonly string[] => KINDS[kind].prefixes

const prefixOf = (action: string) => action.split('.')[0] ?? ''

/** Null for an action of no kind: it appears only in the unfiltered list. */
export const kindOfAction = (action: string): ActivityKind | null =>
  ACTIVITY_KINDS.find((kind) => actionPrefixesOf(kind).includes(prefixOf(action))) ?? null
