import type { PickupPerson } from '@aftercare/domain/children/pickup-people'
import type { Versioned } from '../../lib/versioned-draft'

/** The form's texts. */
export type ChildInput = {
  name: string
  allergies: string
  notes: string
  grade: string
  pickup_people: { name: string; phone: string }[]
}

type StoredChild = {
  name: string
  allergies: string | null
  notes: string | null
  grade: string | null
  pickup_people: readonly PickupPerson[]
  version: number
}

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
})
