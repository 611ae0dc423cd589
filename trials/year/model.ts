import type { Day, Time } from './calendar'

/**
 * The programme as plain data: what families, staff and guests have done so far. `rules.ts` says what follows from it.
 * Written from docs/concepts.md and docs/rules, without the product's own functions, so that the two can disagree.
 */
export type Cents = number
export type DayType = 'regular' | 'noon' | 'early' | 'unavailable' | 'no_school'
/** Day numbers of a month. */
export type ByDay<T> = Record<number, T>

export type Adult = {
  key: string
  id: string
  name: string
  /** Of sign-ups that gave way to this name. */
  earlierNames: string[]
  email: string
  /** Addresses that staff replaced. */
  earlierEmails: string[]
  /** Of the last session; '' before the first. */
  cookie: string
  isSignedIn: boolean
  /** Null until somebody chose one in an account that staff created. */
  password: string | null
  /** A link mailed to the address was used. */
  isConfirmed: boolean
  /** Staff changed the address, and it is not confirmed since: mails about the family are held. */
  isEmailByStaff: boolean
  status: 'active' | 'inactive' | 'suspended'
  /** Of name, email and status. */
  version: number
  /** When the link to choose a first password was mailed to the address; null for never. */
  invitedAt: string | null
  /** The first adult of the family they joined; null for somebody with a family of their own. */
  joined: string | null
  /** First adults of the families they left. */
  left: string[]
  /** Deleted their account. */
  isErased: boolean
  /** Path of the calendar feed, once switched on. */
  feed: string | null
  /** Null until they chose one. */
  language: Language | null
  /** The list that created the account. */
  import: string | null
}

/** The password after sign-ups with different ones: none works. */
export const UNUSABLE_PASSWORD = '!'

export const hasPassword = ({ password }: Adult): boolean =>
  password !== null && password !== UNUSABLE_PASSWORD

export type Language = 'en' | 'es'

/** A link in a mail about an account. Only the newest of its purpose works. */
export type Link = {
  adult: string
  purpose: 'verify' | 'recovery' | 'invite'
  token: string
  expiresAt: string
  isOpen: boolean
}

/** An account that nobody has used yet. */
export const newAdult = (): Omit<Adult, 'key' | 'id' | 'name' | 'email'> => ({
  earlierNames: [],
  earlierEmails: [],
  cookie: '',
  isSignedIn: false,
  password: null,
  isConfirmed: false,
  isEmailByStaff: false,
  status: 'active',
  version: 1,
  invitedAt: null,
  joined: null,
  left: [],
  isErased: false,
  feed: null,
  language: null,
  import: null,
})

export type Child = {
  key: string
  id: string
  /** The family's first adult. */
  family: string
  name: string
  isRemoved: boolean
  /** When the family removed it, if its submissions stay: added again, it comes back. */
  retainedAt: string | null
  /** Of a list that staff imported. */
  import: string | null
}

export type Month = {
  /** YYYY-MM */
  key: string
  id: string
  isPublished: boolean
  regularPrice: Cents
  specialPrice: Cents
  types: ByDay<DayType>
  closed: number[]
  /** Cancelled days with the type that they had. */
  cancelled: ByDay<DayType>
  seats: number | null
  daySeats: ByDay<number>
  version: number
}

/** `claimedFrom`: whose email it was when a family claimed what they sent. */
export type Guest = { name: string; email: string; child: string; claimedFrom?: string | undefined }

/** What a registration would come back with. */
export type Cancellation = {
  days: number[]
  prices: ByDay<Cents>
  credits: ByDay<Cents>
  fee: Cents
  isFeeKept: boolean
}

export type Mark = {
  arrivedAt: string | null
  leftAt: string | null
  notComingBy: 'parent' | 'staff' | null
  notComingAt: string | null
  pickedUpBy: string | null
  lateMinutes: number
  version: number
}

export type Submission = {
  key: string
  id: string
  /** First adult of the family; null for a guest's and for what staff typed in. */
  family: string | null
  child: string | null
  guest: Guest | null
  /** Of a registration. */
  month: string | null
  /** Of a drop-in. */
  date: Day | null
  days: number[]
  prices: ByDay<Cents>
  /** Those that the fee got. */
  credits: ByDay<Cents>
  fee: Cents
  isBilled: boolean
  billedFee: Cents | null
  /** What the last save of billing replaced, and the version that it made. */
  billingBefore: { isBilled: boolean; billedFee: Cents | null; version: number } | null
  cancellation: Cancellation | null
  request: 'open' | 'declined' | null
  /** Of a drop-in that needs approval, with what it costs once approved: until then its fee is 0. */
  approval: 'waiting' | 'approved' | 'declined' | null
  requestedFee: Cents
  isByStaff: boolean
  /** Its family, or the guest, deleted their account. */
  isErased: boolean
  dismissal: DayType | null
  marks: Record<Day, Mark>
  version: number
  /** What it was before the first edit whose mail still waits for further ones. */
  editedFrom: { days: number[]; fee: Cents } | null
}

export type Payment = {
  key: string
  id: string
  family: string
  amount: Cents
  on: Day
  submission: string | null
  method: string | null
  /** The payment that it takes from, or gives back to. */
  reverses: string | null
  /** The general payment whose money it only moves. */
  movedFrom: string | null
  /** The import and the line of its file. */
  import: string | null
  line: { email: string; amount: Cents; on: Day; reference: string } | null
}

export type Import = { key: string; id: string; isUndone: boolean }

/** A child in a list of families, with its adults and who else may pick it up. */
export type FamilyLine = {
  parent: string
  email: string
  child: string
  second: { name: string; email: string } | null
  pickups: string[]
}

/** `logged`: by family, how much of `happened` is from before it and from it. */
export type FamilyImport = { key: string; id: string; isUndone: boolean; logged: Record<string, number> }

/** A second adult of an imported list, until they join. */
export type NamedAdult = { family: string; email: string; name: string; isInvited: boolean }

/** An entry of the activity log about a family or an adult; `import` names the list that added to the family. */
export type Happening = {
  action: string
  family: string | null
  adult: string | null
  import: string | null
}

/** An invitation to an email address; open until used, cancelled, sent again or seven days old. */
export type Invitation = {
  id: string
  family: string
  /** Null for staff. */
  by: string | null
  email: string
  token: string
  sentOn: Day
  expiresAt: string
  isOpen: boolean
}

/** A family that waits for a seat on a full day, and the adult who asked. In the order of asking. */
export type Watch = { family: string; by: string; month: string; day: number }

/** Who got which mail about what. */
export type Mail = {
  to: string
  /** Whose address it was then; null for nobody's. */
  owner: string | null
  template: string
  about: string | null
  by: string | null
  /** Of news about a family: it goes with the family. */
  family: string | null
  /** Whose invitation it tells the family of. */
  invited: string | null
  /** Null where it depends on what people chose in a browser. */
  language: Language | null
  at: string
  /** `held` until the email is confirmed, `failed` if that is too late. */
  state: 'sent' | 'held' | 'failed'
  /** Also after a day: a message to others than the families of a day. */
  isUndated?: true
  /** It, or whoever caused it, is erased: it is gone, unless it was still queued then. */
  isUncertain: boolean
}
/** An entry of the activity log: who did what to which row. */
export type Activity = { action: string; who: string | null; about: string | null }

export type Model = {
  today: Day
  time: Time
  adults: Adult[]
  children: Child[]
  /** In the order of their creation. */
  months: Month[]
  submissions: Submission[]
  payments: Payment[]
  imports: Import[]
  invitations: Invitation[]
  links: Link[]
  watches: Watch[]
  /** Saved last under Settings, Pricing. */
  prices: { regular: Cents; special: Cents }
  dropInPrices: { family: Cents; staff: Cents }
  dropInsNeedApproval: boolean
  /** "Families see what they owe". */
  areBalancesShown: boolean
  /** The end of the last month, up to which everything was compared. */
  comparedUntil: string
  /** Since then. */
  mails: Mail[]
  /** Edits of which the mails wait for further ones: the submission, and who edited it last. */
  waitingEdits: { about: string; by: string | null }[]
  activity: Activity[]
  /** Messages to families by day: at most twenty. */
  messages: Record<Day, number>
  /** Lines of the last list of families, which stays under review if there was nothing to import. */
  familyLines: FamilyLine[]
  familyImports: FamilyImport[]
  /** Kinds of lists of which the columns are remembered. */
  knownLists: string[]
  named: NamedAdult[]
  /** Since the beginning. */
  happened: Happening[]
  /** Feeds of people who are gone. */
  deadFeeds: string[]
  /** Deleted drop-ins, which mails and the activity log still name. */
  removedDropIns: Submission[]
  /** Which one is done now, and how many keys it has made. */
  step: string
  keysOfStep: number
}

export const STAFF_EMAIL = 'staff@example.com'

/** What a family writes, and staff about it. In brackets, so that it is within no other family's. */
export const noteOf = (family: string): string => `Note of [${family}]`

export function rename(adult: Adult, name: string): void {
  adult.earlierNames.push(adult.name)
  adult.name = name
}

/** One item by its key. */
export function byKey<T extends { key: string }>(list: readonly T[], key: string | null): T {
  const found = list.find((item) => item.key === key)
  if (!found) throw new Error(`The model has no ${key}`)
  return found
}

/** Of the step that makes it, so that it is the same when other steps are left out: s812, s812.2 */
export function newKey(model: Model, prefix: string): string {
  model.keysOfStep += 1
  return `${prefix}${model.step}${model.keysOfStep === 1 ? '' : `.${model.keysOfStep}`}`
}

export const sum = (amounts: readonly Cents[]): Cents => amounts.reduce((total, amount) => total + amount, 0)
