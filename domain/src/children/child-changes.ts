import { isolate } from '../lib/isolate'
import type { BarredPerson, PickupPerson } from './pickup-people'

/** What staff may correct. */
export type ChildDetails = {
  name: string
  allergies: string | null
  notes: string | null
  grade: string | null
  pickup_people: readonly PickupPerson[]
  must_not_pick_up: readonly BarredPerson[]
}

export const CHILD_LABELS: Record<keyof ChildDetails, string> = {
  name: 'Name',
  allergies: 'Allergies',
  notes: 'Notes',
  grade: 'Class or grade',
  pickup_people: 'Who may pick up',
  must_not_pick_up: 'Must not pick up',
}

export type ChildChange = { label: string; before: string; after: string }

type ChangeTexts = {
  labels: Readonly<Record<keyof ChildDetails, string>>
  none: string
  /** In place of what no mail may say. */
  withheld: string
  changed: string
}

const ENGLISH: ChangeTexts = {
  labels: CHILD_LABELS,
  none: 'None',
  withheld: 'Not in this email',
  changed: 'Changed',
}

/** The changed details in the order of the form, as texts; of who must not pick up, only that it changed. */
export function childChanges(before: ChildDetails, after: ChildDetails, t = ENGLISH): ChildChange[] {
  return (Object.keys(CHILD_LABELS) as (keyof ChildDetails)[])
    .map((name) => ({
      name,
      label: t.labels[name],
      before: detailText(before[name]) || t.none,
      after: detailText(after[name]) || t.none,
    }))
    .filter((change) => change.before !== change.after)
    .map(({ name, ...change }) =>
      name === 'must_not_pick_up' ? { ...change, before: t.withheld, after: t.changed } : change,
    )
}

const detailText = (value: ChildDetails[keyof ChildDetails]): string =>
  (typeof value === 'string' || value === null ? value : peopleText(value, '; ')) ?? ''

/** "Grandma Rose, 555-0100" each; with a note in place of the phone, of who must not pick up. */
export const peopleText = (
  people: readonly { name: string; phone?: string | null; note?: string | null }[],
  separator: string,
): string =>
  people
    .map(({ name, phone, note }) => {
      const more = (phone ?? note)?.trim()
      return more ? `${isolate(name)}, ${more}` : isolate(name)
    })
    .join(separator)
