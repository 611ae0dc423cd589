import type { ChildDetails } from '@aftercare/domain/children/child-changes'
import type { ChildInput } from '@aftercare/domain/children/children'
import { isSameText, type Versioned } from '../../lib/versioned-draft'

type StoredChild = ChildDetails & { version: number }

type PickupRows = ChildInput['pickup_people']

export const withoutBlankRows = (rows: PickupRows): PickupRows =>
  rows.filter(({ name, phone }) => name.trim() || phone.trim())

/** A child as form values; empty for a new one. */
export const storedChild = (child: StoredChild | null | undefined): Versioned<ChildInput> => ({
  values: {
    name: child?.name ?? '',
    allergies: child?.allergies ?? '',
    notes: child?.notes ?? '',
    grade: child?.grade ?? '',
    pickup_people: (child?.pickup_people ?? []).map(({ name, phone }) => ({ name, phone: phone ?? '' })),
  },
  version: child?.version ?? 0,
  isSame: (one, other, field) =>
    field === 'pickup_people'
      ? isSameText(withoutBlankRows(one as PickupRows), withoutBlankRows(other as PickupRows))
      : isSameText(one, other),
})
