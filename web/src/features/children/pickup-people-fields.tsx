import { MAX_LENGTH } from '@aftercare/domain/lib/field-lengths'
import { useTexts } from '../../language/language'
import { PeopleFields, type PeopleProps } from './people-fields'
import { en } from './texts/en'

/** `besides`: who may pick up anyway, by default "you". */
export function PickupPeopleFields({ besides, ...people }: PeopleProps<'phone'> & { besides?: string }) {
  const t = useTexts(en)
  return (
    <PeopleFields
      {...people}
      list="pickup_people"
      second="phone"
      secondInput={{ type: 'tel', maxLength: MAX_LENGTH.phone, placeholder: t.optionalPhone }}
      legend={t.pickup_people}
      hint={t.pickupHint(MAX_LENGTH.pickupPeople, besides ?? t.you)}
      nameLabel={t.personName}
      secondLabel={t.personPhone}
      addLabel={t.addPerson}
      rowClass="sm:grid-cols-[minmax(0,1fr)_9.5rem_auto]"
    />
  )
}

/** Who must never be given the child, whoever they are. */
export function BarredPeopleFields(people: PeopleProps<'note'>) {
  const t = useTexts(en)
  return (
    <PeopleFields
      {...people}
      list="must_not_pick_up"
      second="note"
      secondInput={{ maxLength: MAX_LENGTH.barredNote, placeholder: t.optionalNote }}
      legend={t.must_not_pick_up}
      hint={t.barredHint(MAX_LENGTH.pickupPeople)}
      nameLabel={t.barredName}
      secondLabel={t.barredNote}
      addLabel={t.addName}
      rowClass="sm:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto]"
    />
  )
}
