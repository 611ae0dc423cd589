import { isolate } from '../lib/isolate'
import type { PickupPerson } from './pickup-people'

/** What staff may correct. */
export type ChildDetails = {
  name: string
  allergies: string | null
  notes: string | null
  grade: string | null
  pickup_people: readonly PickupPerson[]
}

export const CHILD_LABELS: Record<keyof ChildDetails, string> = {
  name: 'Name',
  allergies: 'Allergies',
  notes: 'Notes',
  grade: 'Class or grade',
  pickup_people: 'Who may pick up',
}

export type ChildChange = { label: string; before: string; after: string }

type ChangeTexts = { labels: Readonly<Record<keyof ChildDetails, string>>; none: string }

/** The changed details in the order of the form, as texts. */
export function childChanges(
  before: ChildDetails,
  after: ChildDetails,
  t: ChangeTexts = { labels: CHILD_LABELS, none: 'None' },
): ChildChange[] {
  return (Object.keys(CHILD_LABELS) as (keyof ChildDetails)[])
    .map((name) => ({
      label: t.labels[name],
      before: detailText(before[name]) || t.none,
      after: detailText(after[name]) || t.none,
    }))
    .filter((change) => change.before !== change.after)
}

const detailText = (value: ChildDetails[keyof ChildDetails]): string =>
  (typeof value === 'string' || value === null ? value : pickupPeopleText(value, '; ')) ?? ''

/** "Grandma Rose, 555-0100" each. */
export const pickupPeopleText = (people: readonly PickupPerson[], separator: string): string =>
  people
    .map(({ name, phone }) => (phone?.trim() ? `${isolate(name)}, ${phone}` : isolate(name)))
    .join(separator)
