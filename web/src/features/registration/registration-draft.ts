import { hasStrings, isArrayOf, isDayNumber, isRecord, isString } from '@aftercare/domain/lib/json-guards'
import type { RegistrationInput, RegistrationRequest } from '../submissions/submissions.api'

export type GuestDetails = {
  parentName: string
  parentEmail: string
  parentPhone: string
  childName: string
  childAllergies: string
  childNotes: string
}

/** The form's values. The agreement is not stored: it is required each time. */
export type RegistrationDraft = {
  monthId: string | null
  childIds: string[]
  days: number[]
  guest: GuestDetails
}

export const EMPTY_DRAFT: RegistrationDraft = {
  monthId: null,
  childIds: [],
  days: [],
  guest: {
    parentName: '',
    parentEmail: '',
    parentPhone: '',
    childName: '',
    childAllergies: '',
    childNotes: '',
  },
}

const GUEST_TEXTS = Object.keys(EMPTY_DRAFT.guest) as (keyof GuestDetails)[]

export function parseRegistrationDraft(values: unknown): RegistrationDraft | null {
  if (!isRecord(values)) return null
  const { monthId, childIds, days } = values
  // A draft of an older version lacks the newer fields.
  const guest = isRecord(values.guest) && { ...EMPTY_DRAFT.guest, ...values.guest }
  if (!isArrayOf(childIds, isString) || !isArrayOf(days, isDayNumber) || !hasStrings(guest, GUEST_TEXTS))
    return null
  return { monthId: isString(monthId) ? monthId : null, childIds, days, guest }
}

export const isEmptyRegistration = (draft: RegistrationDraft) =>
  draft.childIds.length === 0 &&
  draft.days.length === 0 &&
  Object.values(draft.guest).every((value) => value.trim() === '')

/** The request body. */
export function registrationInput(
  { childIds, days, guest }: RegistrationDraft,
  month_id: string,
  isParent: boolean,
): RegistrationInput {
  const shared = { month_id, selected_days: [...days], agreed: true as const }
  if (isParent) return { ...shared, child_ids: childIds }
  return {
    ...shared,
    guest_parent_name: guest.parentName,
    guest_parent_email: guest.parentEmail,
    guest_parent_phone: guest.parentPhone,
    guest_child_name: guest.childName,
    guest_child_allergies: guest.childAllergies,
    guest_child_notes: guest.childNotes,
  }
}

/**
 * Whether the draft is still what was sent. A child that is registered by now is no longer selected: the form removed
 * it.
 */
export function matchesRequest(
  draft: RegistrationDraft,
  request: RegistrationRequest,
  registered: ReadonlySet<string>,
): boolean {
  if (draft.monthId !== request.month_id || !hasSame(draft.days, request.selected_days)) return false
  if ('child_ids' in request) {
    const taken = request.child_ids.filter((id) => registered.has(id) && !draft.childIds.includes(id))
    return hasSame([...draft.childIds, ...taken], request.child_ids)
  }
  const now = registrationInput({ ...draft, days: request.selected_days }, request.month_id, false)
  const sent: Record<string, unknown> = request
  return Object.entries(now).every(([name, value]) => JSON.stringify(value) === JSON.stringify(sent[name]))
}

const hasSame = <T>(one: readonly T[], other: readonly T[]) =>
  one.length === other.length && one.every((part) => other.includes(part))
