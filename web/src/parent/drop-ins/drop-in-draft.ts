import { hasStrings, isRecord, isString } from '@aftercare/domain/lib/json-guards'
import type { DropInForm } from '@aftercare/domain/registration/registration'

/** The form's values; for a signed-in parent the selected child, or several of them, replaces the names. */
export type DropInDraft = DropInForm & { childId: string | null; severalIds: readonly string[] | null }

export const EMPTY_DROP_IN: DropInDraft = {
  childId: null,
  severalIds: null,
  parentName: '',
  parentEmail: '',
  parentPhone: '',
  childName: '',
  childAllergies: '',
  requestDate: '',
  additionalNotes: '',
}

const { childId: _, severalIds: __, ...EMPTY_TEXTS } = EMPTY_DROP_IN
const TEXTS = Object.keys(EMPTY_TEXTS) as (keyof typeof EMPTY_TEXTS)[]

export function parseDropInDraft(values: unknown): DropInDraft | null {
  if (!isRecord(values)) return null
  // A draft of an older version lacks the newer fields.
  const draft = { ...EMPTY_DROP_IN, ...values }
  const { childId, severalIds }: { childId: unknown; severalIds: unknown } = draft
  if (!hasStrings(draft, TEXTS)) return null
  return {
    ...draft,
    childId: isString(childId) ? childId : null,
    severalIds: Array.isArray(severalIds) ? severalIds.filter(isString) : null,
  }
}

/** Without those that were removed elsewhere. */
export function chosenChildren<C extends { id: string }>(
  { childId, severalIds }: Pick<DropInDraft, 'childId' | 'severalIds'>,
  children: readonly C[] = [],
): C[] {
  return children.filter(({ id }) => (severalIds ? severalIds.includes(id) : id === childId))
}
