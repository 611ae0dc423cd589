import type { ChildDetails } from '@aftercare/domain/children/child-changes'
import type { ChildInput } from '@aftercare/domain/children/children'
import { isSameText, type Versioned } from '../../lib/versioned-draft'

type StoredChild = ChildDetails & { version: number }

export const withoutBlankRows = <Row extends Record<string, string>>(rows: readonly Row[]): Row[] =>
  rows.filter((row) => Object.values(row).some((text) => text.trim()))

/** A child as form values; empty for a new one. */
export const storedChild = (child: StoredChild | null | undefined): Versioned<ChildInput> => ({
  values: {
    name: child?.name ?? '',
    allergies: child?.allergies ?? '',
    notes: child?.notes ?? '',
    grade: child?.grade ?? '',
    pickup_people: (child?.pickup_people ?? []).map(({ name, phone }) => ({ name, phone: phone ?? '' })),
    must_not_pick_up: (child?.must_not_pick_up ?? []).map(({ name, note }) => ({ name, note: note ?? '' })),
  },
  version: child?.version ?? 0,
  isSame: (one, other) =>
    Array.isArray(one) && Array.isArray(other)
      ? isSameText(
          withoutBlankRows<Record<string, string>>(one),
          withoutBlankRows<Record<string, string>>(other),
        )
      : isSameText(one, other),
})
