import { NOTHING } from '@aftercare/domain/attendance/attendance'
import { knownAdults, siblingsHere } from '@aftercare/domain/board/board-cards'
import { pickedUpByRule } from '@aftercare/domain/board/pickup-times'
import { barredError, isBarred, isOnList } from '@aftercare/domain/board/release'
import { CHILD_LABELS, peopleText } from '@aftercare/domain/children/child-changes'
import { isPhone, MAX_LENGTH } from '@aftercare/domain/lib/field-lengths'
import { isolate } from '@aftercare/domain/lib/isolate'
import { Ban, Phone } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Form } from '../../lib/form'
import { telHref } from '../../lib/tel-href'
import { useFieldErrors } from '../../lib/use-field-errors'
import { Callout } from '../../ui/feedback/callout'
import { findRowOpener } from '../../ui/hooks/use-restore-row-focus'
import { Button } from '../../ui/inputs/button'
import { Checkbox } from '../../ui/inputs/checkbox'
import { Field, TextInput } from '../../ui/inputs/field'
import { Dialog } from '../../ui/overlays/dialog'
import { ReleaseQuestion, type Unlisted } from './release-question'
import type { ShownCard } from './use-board-marks'

type PickUpDialogProps = {
  /** Null: closed. */
  card: ShownCard | null
  cards: readonly ShownCard[]
  onClose: () => void
  onChoose: OnChoose
}

/** `release_anyway`: some child's list lacks the person, whose ID was checked. */
type OnChoose = (
  cards: readonly ShownCard[],
  release: { picked_up_by: string; release_anyway?: boolean },
) => void

/** Clicking a name saves the pick-up, so a pick-up takes two clicks. Brothers and sisters may be picked up with it. */
export function PickUpDialog({ card, cards, onClose, onChoose }: PickUpDialogProps) {
  const chosenId = useRef<string | null>(null)
  useEffect(() => {
    if (card) chosenId.current = null
  }, [card])
  return (
    <Dialog
      // The row is about to leave the list: focus the child, from where the focus moves on to the next row.
      finalFocus={() => (chosenId.current && findRowOpener(chosenId.current)) || true}
      open={card !== null}
      onOpenChange={(open) => !open && onClose()}
      width="narrow"
      title={`Who is picking up ${isolate(card?.child_name ?? '')}?`}
    >
      {card && (
        <Choices
          key={card.submission_id}
          card={card}
          siblings={siblingsHere(card, cards)}
          onChoose={(chosen, release) => {
            chosenId.current = card.submission_id
            onChoose(chosen, release)
          }}
        />
      )}
    </Dialog>
  )
}

type ChoicesProps = {
  card: ShownCard
  siblings: readonly ShownCard[]
  onChoose: OnChoose
}

function Choices({ card, siblings, onChoose }: ChoicesProps) {
  const [chosenIds, setChosenIds] = useState<readonly string[]>([])
  const [error, setError] = useState<string | null>(null)
  const [unlisted, setUnlisted] = useState<Unlisted | null>(null)
  const chosen = [card, ...siblings.filter(({ submission_id }) => chosenIds.includes(submission_id))]
  const choose = (name: string) => {
    const barredFrom = chosen.find((child) => isBarred(name, child))
    setError(barredFrom ? barredError(name, barredFrom.child_name) : null)
    if (barredFrom) return
    const lacking = chosen.filter((child) => !isOnList(name, child))
    if (lacking.length === 0) onChoose(chosen, { picked_up_by: name })
    else setUnlisted({ name, children: lacking.map(({ child_name }) => child_name) })
  }
  const adults = knownAdults(card)
    .filter(({ name }) => name !== NOTHING)
    .map((adult) => ({ ...adult, relation: 'Parent' }))
  const others = card.pickup_people.map((person) => ({ ...person, relation: 'May pick up' }))
  return (
    <div className="grid gap-4">
      <BarredPeople cards={chosen} />
      {siblings.length > 0 && (
        <fieldset className="grid gap-2">
          <legend className="mb-1 text-sm font-semibold">Picked up together</legend>
          {siblings.map(({ submission_id, child_name }) => (
            <Checkbox
              key={submission_id}
              variant="row"
              label={isolate(child_name)}
              checked={chosenIds.includes(submission_id)}
              onCheckedChange={(isChosen) => {
                setError(null)
                setChosenIds(
                  isChosen ? [...chosenIds, submission_id] : chosenIds.filter((id) => id !== submission_id),
                )
              }}
            />
          ))}
        </fieldset>
      )}
      <ul aria-label="Who may pick up" className="grid gap-2">
        {[...adults, ...others].map(({ name, phone, relation }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two people may have the same name
          <li key={index} className="flex gap-2">
            <Button
              variant="quiet"
              className="min-h-14 min-w-0 flex-1 justify-between text-left text-base"
              onClick={() => choose(name)}
            >
              <span className="min-w-0 wrap-anywhere">{name}</span>
              {isBarred(name, card) ? (
                <span className="flex-none text-sm font-semibold text-danger">{MUST_NOT}</span>
              ) : (
                <span className="flex-none text-sm font-normal text-muted">{relation}</span>
              )}
            </Button>
            {isPhone(phone) && (
              <a
                href={telHref(phone)}
                aria-label={`Call ${isolate(name)}, ${phone}`}
                title={phone}
                className="grid size-14 flex-none place-items-center rounded-control text-accent hover:bg-accent-soft"
              >
                <Phone className="size-5" />
              </a>
            )}
          </li>
        ))}
      </ul>
      <div role="alert">{error && <p className="font-semibold text-danger">{error}</p>}</div>
      <AnotherName onChoose={choose} />
      <ReleaseQuestion
        unlisted={unlisted}
        onClose={() => setUnlisted(null)}
        onRelease={() => {
          setUnlisted(null)
          if (unlisted) onChoose(chosen, { picked_up_by: unlisted.name, release_anyway: true })
        }}
      />
    </div>
  )
}

const MUST_NOT = CHILD_LABELS.must_not_pick_up

/** Above all else, and read out when the dialog opens. */
function BarredPeople({ cards }: { cards: readonly ShownCard[] }) {
  return (
    <div role="alert" className="grid gap-2 empty:hidden">
      {cards
        .filter(({ must_not_pick_up }) => must_not_pick_up.length > 0)
        .map(({ submission_id, child_name, must_not_pick_up }) => (
          <Callout key={submission_id} tone="danger" icon={<Ban />}>
            <p className="font-semibold">
              {cards.length > 1 ? `${MUST_NOT} ${isolate(child_name)}` : MUST_NOT}
            </p>
            <ul>
              {must_not_pick_up.map((person, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: two people may have the same name
                <li key={index}>{peopleText([person], '')}</li>
              ))}
            </ul>
          </Callout>
        ))}
    </div>
  )
}

function AnotherName({ onChoose }: { onChoose: (name: string) => void }) {
  const [name, setName] = useState('')
  const { errors, ...fields } = useFieldErrors()
  const submit = () => {
    if (fields.check({ name }, { name: pickedUpByRule })) onChoose(name.trim())
  }
  return (
    <Form
      draft={{ isUnsaved: name.trim() !== '' }}
      onSubmit={submit}
      className="grid gap-2 border-t border-line pt-4"
    >
      <Field label="Another name" error={errors.name}>
        <TextInput
          value={name}
          onValueChange={(text) => {
            setName(text)
            fields.clearErrors('name')
          }}
          maxLength={MAX_LENGTH.name}
          autoComplete="off"
        />
      </Field>
      <Button type="submit" variant="quiet" className="min-h-12">
        Confirm pick-up
      </Button>
    </Form>
  )
}
