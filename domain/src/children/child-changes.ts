import { isolate } from '../lib/isolate'
import type { OptionalChildText } from './children'
import type { BarredPerson, PickupPerson } from './pickup-people'

/** What an edit may change. */
export type ChildDetails = Record<OptionalChildText, string | null> & {
  name: string
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

/** Empty texts for no value, and for what no mail may say: of who must not pick up, only that it changed. */
export type ChildChange = { detail: keyof ChildDetails; before: string; after: string }

type ChangeTexts = {
  labels: Readonly<Record<keyof ChildDetails, string>>
  none: string
  /** In place of what no mail may say. */
  withheld: string
  changed: string
}

const NONE = 'None'

/** The changed details in the order of the form, all of a child that was not there before. Cleared is the same as "None". */
export function childChanges(before: ChildDetails | null, after: ChildDetails): ChildChange[] {
  return (Object.keys(CHILD_LABELS) as (keyof ChildDetails)[])
    .map((detail) => ({ detail, before: detailText(before?.[detail]), after: detailText(after[detail]) }))
    .filter((change) => (change.before || NONE) !== (change.after || NONE))
    .map((change) => (change.detail === 'must_not_pick_up' ? { ...change, before: '', after: '' } : change))
}

/** What a family's other adults are told of when one of them changes it. */
export const isPickupList = ({ detail }: Pick<ChildChange, 'detail'>): boolean =>
  detail === 'pickup_people' || detail === 'must_not_pick_up'

/** A row of the mail's table: label, before, now. */
export const changeCells = ({ detail, before, after }: ChildChange, t: ChangeTexts): string[] =>
  detail === 'must_not_pick_up'
    ? [t.labels[detail], t.withheld, t.changed]
    : [t.labels[detail], before || t.none, after || t.none]

/** The same of a new child: label, now. */
export const detailCells = ({ detail, after }: ChildChange, t: ChangeTexts): string[] => [
  t.labels[detail],
  detail === 'must_not_pick_up' ? t.withheld : after,
]

const detailText = (value: ChildDetails[keyof ChildDetails] | undefined): string =>
  typeof value === 'string' ? value : peopleText(value ?? [], '; ')

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
