import type { IncomingHttpHeaders } from 'node:http'
import type { HttpRequest } from '../../testkit/http-client'
import {
  type Adult,
  type ByDay,
  byKey,
  type Cents,
  type Child,
  type Mail,
  type Model,
  newAdult,
  newKey,
  STAFF_EMAIL,
  type Submission,
} from './model'
import type { Answer, Product } from './product'
import { familyOf, mailedAdults, now } from './rules'

/** A request that somebody sends, and what the programme should make of it. */
export type PlannedRequest = {
  /** An adult's key, 'staff' or 'guest'. */
  who: string
  /** For the trace of a failure. */
  text: string
  method: NonNullable<HttpRequest['method']>
  path: string
  body?: unknown
  file?: string
  /** Whether an Idempotency-Key makes it safe to send again. */
  isKeyed: boolean
  /** What has to be asked first, for the body. */
  prepare?(product: Product): Promise<Record<string, unknown>>
  /** Changes the model, and says what the answer should be. Called with the model as it is when the request is executed. */
  apply(model: Model): Outcome
}

export type Outcome = Refused | Accepted
/** Any of these errors. `mayBeAccepted`: or accepted without effect, because somebody else did it at the same moment. */
export type Refused = {
  refusals: string[]
  mayBeAccepted?: boolean
  /** What is wrong with the error. */
  check?(error: Answer): string[]
}
export type Accepted = {
  refusals?: undefined
  /** What to compare afterwards. */
  submissions?: Submission[]
  families?: (string | null)[]
  isMonthTouched?: boolean
  /** Takes the ids that the product chose, and returns what is wrong with the answer. */
  learn?(
    body: Answer,
    product: Product,
    headers: IncomingHttpHeaders,
  ): string[] | undefined | Promise<string[] | undefined>
}

export const isRefused = (outcome: Outcome): outcome is Refused => outcome.refusals !== undefined

/**
 * Seeded choices: the same step chooses the same in the same model, and still the same if other things are missing from
 * the model, so that steps can be left out.
 */
export type Pick = {
  int(below: number): number
  chance(percent: number): boolean
  of<T>(list: readonly T[]): T | undefined
  /** Up to `max` different ones, at least one if there is any. */
  some<T>(list: readonly T[], max: number): T[]
  /** Choices for one of several things, which do not depend on how many others there are. */
  about(thing: unknown): Pick
}

export function createPick(seed: number): Pick {
  let calls = 0
  const nextSeed = () => {
    calls += 1
    return hashOf(seed, String(calls))
  }
  const int = (below: number) => Math.floor((nextSeed() / 2 ** 32) * below)
  return {
    int,
    chance: (percent) => (nextSeed() / 2 ** 32) * 100 < percent,
    of: (list) => inHashOrder(list, nextSeed())[0],
    some: (list, max) => {
      const count = 1 + int(max)
      return inHashOrder(list, nextSeed()).slice(0, count)
    },
    about: (thing) => createPick(hashOf(seed, nameOf(thing))),
  }
}

/** Each item's place is its own, whatever else is in the list (rendezvous hashing). The same value may occur several times. */
function inHashOrder<T>(list: readonly T[], seed: number): T[] {
  const counts = new Map<string, number>()
  const ranked = list.map((item) => {
    const name = nameOf(item)
    const count = counts.get(name) ?? 0
    counts.set(name, count + 1)
    return { item, rank: hashOf(seed, `${name} ${count}`) }
  })
  return ranked.sort((a, b) => a.rank - b.rank).map(({ item }) => item)
}

/** What stays the same of a thing while it changes. */
function nameOf(thing: unknown): string {
  if (typeof thing !== 'object' || thing === null) return String(thing)
  const { key, token } = thing as { key?: string; token?: string }
  return key ?? token ?? JSON.stringify(thing)
}

/** FNV-1a, with the last steps of MurmurHash3. */
function hashOf(seed: number, text: string): number {
  let hash = seed ^ 0x811c9dc5
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}

/** For the trace: emails and keys tell which steps are about the same things. */
export const childText = ({ name, key }: Child): string => `${name} (${key})`

export type Plan = (model: Model, pick: Pick) => PlannedRequest | null

/** Why this adult may not act for the family: they left, were removed, suspended or deleted their account meanwhile. */
export function strangerTo(model: Model, who: string, family: string): string[] {
  const adult = byKey(model.adults, who)
  if (!adult.isSignedIn) return ['signed-out']
  return familyOf(adult) === family ? [] : ['not-found', 'signed-out']
}

export const presentAdults = (model: Model): Adult[] => model.adults.filter(({ isErased }) => !isErased)

/** Nearly always somebody who is signed in, else by a session that has ended. */
export const someVisitor = (adults: readonly Adult[], pick: Pick): Adult | undefined =>
  pick.of(
    adults.filter(
      ({ key, isSignedIn, cookie }) => isSignedIn || (cookie !== '' && pick.about(key).chance(15)),
    ),
  )

const LAST_BOOKINGS = '2026-10-15'
const isLeaving = (family: string) => ['a1', 'a3', 'a5', 'a7', 'a9'].includes(family)

/** From the middle of October some families book nothing more, so that they can pay and delete their accounts. */
export const bookingAdults = (model: Model): Adult[] =>
  presentAdults(model).filter((adult) => model.today < LAST_BOOKINGS || !isLeaving(familyOf(adult)))

/** Submissions whose family or guest still exists. */
export const presentSubmissions = (model: Model): Submission[] =>
  model.submissions.filter(({ isErased }) => !isErased)

/** With a key that none of the first families has. */
export function addAdult(model: Model, values: Partial<Adult> & { name: string; email: string }): Adult {
  const adult = { ...newAdult(), key: newKey(model, 'n'), id: '', ...values }
  model.adults.push(adult)
  return adult
}

export function storeChild(model: Model, family: string, name: string, list: string | null = null): Child {
  const key = newKey(model, 'c')
  const child = { key, id: '', family, name, isRemoved: false, retainedAt: null, import: list }
  model.children.push(child)
  return child
}

/** Case, spaces, accents and "Last, First" do not matter. */
export const plainName = (name: string): string =>
  name
    .replace(/^([^,]+),([^,]+)$/, '$2 $1')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .trim()

/** A removed child whose submissions stay comes back under its name if no other has it, the one removed last first. */
export function addChildTo(model: Model, family: string, name: string): Child {
  const named = model.children.filter(
    (child) => child.family === family && plainName(child.name) === plainName(name),
  )
  if (named.some(({ isRemoved }) => !isRemoved)) return storeChild(model, family, name)
  const [before] = named
    .filter(({ retainedAt }) => retainedAt !== null)
    .sort((a, b) => (b.retainedAt ?? '').localeCompare(a.retainedAt ?? '') || (a.id < b.id ? -1 : 1))
  return before
    ? Object.assign(before, { name, isRemoved: false, retainedAt: null })
    : storeChild(model, family, name)
}

/** A removed child gets no more days. */
export const isRemovedChild = (model: Model, childKey: string | null): boolean =>
  model.children.some(({ key, isRemoved }) => key === childKey && isRemoved)

type NewSubmission = Partial<Submission> & { days: number[]; prices: ByDay<Cents>; fee: Cents }

export function addSubmission(model: Model, values: NewSubmission): Submission {
  const submission: Submission = {
    key: newKey(model, 's'),
    id: '',
    family: null,
    child: null,
    guest: null,
    month: null,
    date: null,
    credits: {},
    isBilled: false,
    billedFee: null,
    billingBefore: null,
    cancellation: null,
    request: null,
    approval: null,
    requestedFee: 0,
    isByStaff: false,
    isErased: false,
    dismissal: null,
    marks: {},
    version: 1,
    editedFrom: null,
    ...values,
  }
  model.submissions.push(submission)
  return submission
}

/** `by` caused it; null for staff, guests and the programme itself. */
export function mail(
  model: Model,
  to: string,
  template: string,
  { about, by, family, invited, language }: Partial<Mail> = {},
): void {
  const owner = presentAdults(model).find(({ email }) => email === to)
  model.mails.push({
    to,
    owner: owner?.key ?? null,
    template,
    about: about ?? null,
    by: by ?? null,
    family: family ?? null,
    invited: invited ?? null,
    language: language ?? owner?.language ?? null,
    at: now(model),
    state: 'sent',
    isUncertain: false,
  })
}

/** About more than the account: held while the email that staff chose is not confirmed. */
export function mailAdult(
  model: Model,
  { email, isEmailByStaff }: Adult,
  template: string,
  mailed: Partial<Mail> = {},
): void {
  mail(model, email, template, mailed)
  const stored = model.mails.at(-1)
  if (stored && isEmailByStaff) stored.state = 'held'
}

/**
 * To every adult of the family, or to the guest. Only the first adult gets mails while suspended, and nobody else while
 * the first adult is.
 */
export function mailFamily(
  model: Model,
  submission: Submission,
  template: string,
  mailed: Partial<Mail> = {},
): void {
  const adults = submission.family === null ? [] : mailedAdults(model, submission.family)
  const guest = submission.family === null && submission.guest ? [submission.guest.email] : []
  for (const adult of adults) mailAdult(model, adult, template, { ...mailed, about: submission.key })
  for (const to of guest) mail(model, to, template, { ...mailed, about: submission.key, language: 'en' })
}

/** To the admin, who has all mails on. */
export function mailStaff(
  model: Model,
  submission: Submission,
  templates: readonly string[],
  mailed: Partial<Mail> = {},
): void {
  for (const template of templates) mail(model, STAFF_EMAIL, template, { ...mailed, about: submission.key })
}

/** The mails of edits wait ten minutes; nothing moves the clock by less. */
export function dropWaitingEdit(model: Model, key: string): void {
  model.waitingEdits = model.waitingEdits.filter(({ about }) => about !== key)
}

/** Sent to those who are in the family when the ten minutes are over, or when a day of theirs is cancelled or reinstated. */
export function mailWaitingEdits(model: Model, keys = model.waitingEdits.map(({ about }) => about)): void {
  for (const { about, by } of model.waitingEdits.filter((edit) => keys.includes(edit.about))) {
    dropWaitingEdit(model, about)
    const submission = model.submissions.find(({ key }) => key === about)
    if (!submission) continue
    mailFamily(model, submission, 'registration-changed', { by })
    mailStaff(model, submission, ['registration-changed', 'registration-changed-admin'], { by })
  }
}

/** `list`: the import that it is about. */
export function log(
  model: Model,
  action: string,
  who: string | null,
  about: string | null,
  list: string | null = null,
): void {
  model.activity.push({ action, who, about })
  const owned = [...model.submissions, ...model.removedDropIns, ...model.children, ...model.payments]
  const family = owned.find(({ key }) => key === about)?.family ?? null
  const adult = model.adults.some(({ key }) => key === about) ? about : null
  if (family !== null || adult !== null) model.happened.push({ action, family, adult, import: list })
}
