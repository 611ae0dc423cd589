import { hasStrings, isRecord, isString } from '@aftercare/domain/lib/json-guards'
import type { DropInForm } from '@aftercare/domain/registration/registration'

/** The form's values; for a signed-in parent the selected child replaces the names. */
export type DropInDraft = DropInForm & { childId: string | null }

export const EMPTY_DROP_IN: DropInDraft = {
  childId: null,
  parentName: '',
  parentEmail: '',
  parentPhone: '',
  childName: '',
  childAllergies: '',
  requestDate: '',
  additionalNotes: '',
}

const { childId: _, ...EMPTY_TEXTS } = EMPTY_DROP_IN
const TEXTS = Object.keys(EMPTY_TEXTS) as (keyof typeof EMPTY_TEXTS)[]

export function parseDropInDraft(values: unknown): DropInDraft | null {
  if (!isRecord(values)) return null
  // A draft of an older version lacks the newer fields.
  const draft = { ...EMPTY_DROP_IN, ...values }
  const { childId }: { childId: unknown } = draft
  return hasStrings(draft, TEXTS) ? { ...draft, childId: isString(childId) ? childId : null } : null
}
