import { CHILD_RULES } from '../children/children'
import { type Day, getDayParts, monthIndexOf } from '../lib/days'
import { emailRule, fieldError, nameRule, phoneRule } from '../lib/field-rules'
import type { BookedDropIn } from '../months/availability'
import type { MonthIdentity } from '../months/months'
import { en } from './texts/en'

/** Why a form cannot be submitted yet: one toast at a time, and the parts to mark on screen. */
export type FormError = { title: string; message: string; missing: string[] }

function missingParts(parts: Record<string, boolean>): string[] {
  return Object.entries(parts).flatMap(([name, given]) => (given ? [] : [name]))
}

const isGiven = (text: string) => text.trim() !== ''

export type RegistrationForm = {
  monthId: string | null
  childIds: readonly string[]
  days: readonly number[]
  agreed: boolean
}

/** The month first, then what is missing; an unchecked agreement counts as missing. */
export function registrationError(form: RegistrationForm, t = en): FormError | null {
  if (!form.monthId) return { ...t.monthRequired, missing: ['month'] }
  const missing = missingParts({
    children: form.childIds.length > 0,
    days: form.days.length > 0,
    agreement: form.agreed,
  })
  if (missing.length === 0) return null
  return { ...t.childrenAndDaysRequired, missing }
}

export type GuestRegistrationForm = {
  monthId: string | null
  parentName: string
  parentEmail: string
  childName: string
  days: readonly number[]
  agreed: boolean
}

const FIELDS_REQUIRED = fieldError('fields-required', en.fieldsRequired.message)

/** For registrations and drop-ins without an account. */
export const GUEST_RULES = {
  guest_parent_name: nameRule(FIELDS_REQUIRED),
  guest_parent_email: emailRule(FIELDS_REQUIRED),
  guest_parent_phone: phoneRule,
  guest_child_name: nameRule(FIELDS_REQUIRED),
  guest_child_allergies: CHILD_RULES.allergies,
}

export function guestRegistrationError(form: GuestRegistrationForm, t = en): FormError | null {
  if (!form.monthId) return { ...t.monthRequired, missing: ['month'] }
  const missing = missingParts({
    parentName: isGiven(form.parentName),
    parentEmail: isGiven(form.parentEmail),
    childName: isGiven(form.childName),
    days: form.days.length > 0,
    agreement: form.agreed,
  })
  if (missing.length === 0) return null
  return { ...t.fieldsRequired, missing }
}

type Registered = readonly { month_id: string | null; child_id: string | null }[]

/** Children who already have a submission for the month and cannot be chosen again. */
export function alreadySubmittedChildren(submissions: Registered, monthId: string): Set<string> {
  const ids = submissions.flatMap((s) => (s.month_id === monthId && s.child_id !== null ? [s.child_id] : []))
  return new Set(ids)
}

/** The children's drop-ins in that month. */
export const dropInsOf = (
  submissions: readonly { child_id: string | null; dropin_date: string | null }[],
  children: readonly { id: string; name: string }[],
  month: MonthIdentity,
): BookedDropIn[] =>
  submissions.flatMap(({ child_id, dropin_date }) => {
    const child = children.find(({ id }) => id === child_id)
    if (!child || dropin_date === null || !isInMonth(dropin_date, month)) return []
    return [{ n: getDayParts(dropin_date).dayOfMonth, child: child.name }]
  })

function isInMonth(day: Day, { month_name, year }: MonthIdentity): boolean {
  const parts = getDayParts(day)
  return parts.year === year && parts.monthIndex === monthIndexOf(month_name)
}

/** The months for which only some of the children are registered, each with the remaining children. */
export function partlyRegistered<Month extends { id: string }, Child extends { id: string }>(
  months: readonly Month[],
  children: readonly Child[],
  registered: Registered,
): { month: Month; children: Child[] }[] {
  return months.flatMap((month) => {
    if (!registered.some(({ month_id }) => month_id === month.id)) return []
    const submitted = alreadySubmittedChildren(registered, month.id)
    const remaining = children.filter(({ id }) => !submitted.has(id))
    return remaining.length > 0 ? [{ month, children: remaining }] : []
  })
}

export type DropInForm = {
  parentName: string
  parentEmail: string
  parentPhone: string
  childName: string
  childAllergies: string
  requestDate: string
  additionalNotes: string
}

/** Whether everything required is there. Signed in, the chosen child replaces the three names. */
export function isDropInComplete(form: DropInForm, agreed: boolean, childId: string | null): boolean {
  const named =
    childId !== null || [form.parentName, form.parentEmail, form.childName].every((text) => isGiven(text))
  return agreed && form.requestDate !== '' && named
}
