import { hasTexts, isDayNumber, isListOf, isRecord, isText } from '@aftercare/domain/stored'

export type GuestDetails = {
  parentName: string
  parentEmail: string
  childName: string
  childAllergies: string
  childNotes: string
}

/** What a registration is made of before it is sent. The agreement is not kept: it is given anew each time. */
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
  guest: { parentName: '', parentEmail: '', childName: '', childAllergies: '', childNotes: '' },
}

const GUEST_TEXTS = Object.keys(EMPTY_DRAFT.guest) as (keyof GuestDetails)[]

export function parseRegistrationDraft(values: unknown): RegistrationDraft | null {
  if (!isRecord(values)) return null
  const { monthId, childIds, days, guest } = values
  if (!isListOf(childIds, isText) || !isListOf(days, isDayNumber) || !hasTexts(guest, GUEST_TEXTS))
    return null
  return { monthId: isText(monthId) ? monthId : null, childIds, days, guest }
}

export const isEmptyDraft = (draft: RegistrationDraft) =>
  draft.childIds.length === 0 &&
  draft.days.length === 0 &&
  Object.values(draft.guest).every((value) => value.trim() === '')
