import type { PickupPerson } from '@aftercare/domain/children/pickup-people'
import type { Versioned } from '../../lib/versioned-draft'

/** The form's texts; `grade` only in the staff's. */
export type ChildInput = {
  name: string
  grade?: string
  allergies: string
  notes: string
  pickup_people: { name: string; phone: string }[]
}

type StoredChild = {
  name: string
  allergies: string | null
  notes: string | null
  pickup_people: readonly PickupPerson[]
  version: number
}

/** A child as form values; empty for a new one. */
export const storedChild = (child: StoredChild | null | undefined): Versioned<ChildInput> => ({
  values: {
    name: child?.name ?? '',
    allergies: child?.allergies ?? '',
    notes: child?.notes ?? '',
    pickup_people: (child?.pickup_people ?? []).map(({ name, phone }) => ({ name, phone: phone ?? '' })),
  },
  version: child?.version ?? 0,
})

/** The same for staff, who also enter the grade. */
export function storedStaffChild(child: StoredChild & { grade: string | null }): Versioned<ChildInput> {
  const { values, version } = storedChild(child)
  return { values: { ...values, grade: child.grade ?? '' }, version }
}
