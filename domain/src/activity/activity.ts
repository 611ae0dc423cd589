/** Who did it, as the log stores it. */
export const ACTOR_ROLES = ['admin', 'parent', 'visitor', 'system'] as const
export type ActorRole = (typeof ACTOR_ROLES)[number]

export const ACTOR_ROLE_LABELS: Record<ActorRole, string> = {
  admin: 'Staff',
  parent: 'Parents',
  visitor: 'Guests',
  system: 'System',
}

/** An entry of the log with the names that its ids stand for today. */
export type ActivityEntry = {
  action: string
  role: ActorRole
  /** Null for guests and the system. */
  actor: string | null
  about: ActivityNames
  detail: unknown
}

/** What could be found of the row that was changed; a deleted one leaves nothing. */
export type ActivityNames = {
  person?: string
  child?: string
  /** "December 2026", or "Day Drop-In - Nov 20, 2025" of a submission. */
  title?: string
  mail?: string
  /** Labels of the months that the detail names by id. */
  months?: Readonly<Record<string, string>>
}

export const DELETED_ACCOUNT = 'a deleted account'

/** Of the word before the dot of an action; what a feature records belongs to one kind. */
const KINDS = {
  months: { label: 'Months', words: ['months', 'default-seats'] },
  prices: { label: 'Prices', words: ['pricing'] },
  attendance: { label: 'Attendance', words: ['mark', 'pickup-times'] },
  submissions: { label: 'Submissions', words: ['submission', 'seat-watch'] },
  payments: { label: 'Payments', words: ['payment'] },
  families: {
    label: 'Families',
    words: ['parent', 'profile', 'own-data', 'account', 'child', 'calendar-feed'],
  },
  texts: { label: 'Site text', words: ['site-content', 'statement-details'] },
  mail: { label: 'Email', words: ['mail', 'family-message'] },
  admins: { label: 'Admin users', words: ['admins'] },
  'sign-in': { label: 'Sign-in', words: ['auth', 'sessions', 'two-step'] },
} as const satisfies Record<string, { label: string; words: readonly string[] }>

export type ActivityKind = keyof typeof KINDS
export const ACTIVITY_KINDS = Object.keys(KINDS) as [ActivityKind, ...ActivityKind[]]

export const activityKindLabel = (kind: ActivityKind): string => KINDS[kind].label
export const actionPrefixesOf = (kind: ActivityKind): readonly string[] => KINDS[kind].words

const wordOf = (action: string) => action.split('.')[0] ?? ''

/** Null for what no kind claims: it stands in the whole list only. */
export const kindOfAction = (action: string): ActivityKind | null =>
  ACTIVITY_KINDS.find((kind) => actionPrefixesOf(kind).includes(wordOf(action))) ?? null
