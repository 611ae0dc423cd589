import { NOTHING } from '@aftercare/domain/attendance/attendance'
import { knownAdults, siblingsHere } from '@aftercare/domain/board/board-cards'
import { pickedUpByRule } from '@aftercare/domain/board/pickup-times'
import { MAX_LENGTH } from '@aftercare/domain/lib/field-lengths'
import { isolate } from '@aftercare/domain/lib/isolate'
import { isPhone } from '@aftercare/domain/lib/phone'
import { Phone } from 'lucide-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { telHref } from '../../lib/tel-href'
import { UnsavedChanges } from '../../lib/unsaved-changes'
import { useFieldErrors } from '../../lib/use-field-errors'
import { useLastNonNull } from '../../ui/hooks/use-last-non-null'
import { findRowOpener } from '../../ui/hooks/use-restore-row-focus'
import { Button } from '../../ui/inputs/button'
import { Checkbox } from '../../ui/inputs/checkbox'
import { Field, TextInput } from '../../ui/inputs/field'
import { Form } from '../../ui/inputs/form'
import { Dialog } from '../../ui/overlays/dialog'
import type { ShownCard } from './use-board-marks'

type PickUpDialogProps = {
  /** Null: closed. */
  card: ShownCard | null
  cards: readonly ShownCard[]
  onClose: () => void
  onChoose: (cards: readonly ShownCard[], pickedUpBy: string) => void
}

/** Clicking a name saves the pick-up, so a pick-up takes two clicks. Brothers and sisters may be picked up with it. */
export function PickUpDialog({ card: current, cards, onClose, onChoose }: PickUpDialogProps) {
  const card = useLastNonNull(current)
  const isChosen = useRef(false)
  useEffect(() => {
    if (current) isChosen.current = false
  }, [current])
  return (
    <Dialog
      // The row is about to leave the list: focus the child, from where the focus moves on to the next row.
      finalFocus={() => (isChosen.current && card && findRowOpener(card.submission_id)) || true}
      open={current !== null}
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      width="narrow"
      title={`Who is picking up ${isolate(card?.child_name ?? '')}?`}
    >
      {card && (
        <Choices
          key={card.submission_id}
          card={card}
          siblings={siblingsHere(card, cards)}
          onChoose={(siblings, name) => {
            isChosen.current = true
            onChoose([card, ...siblings], name)
          }}
        />
      )}
    </Dialog>
  )
}

type ChoicesProps = {
  card: ShownCard
  siblings: readonly ShownCard[]
  onChoose: (siblings: readonly ShownCard[], name: string) => void
}

function Choices({ card, siblings, onChoose }: ChoicesProps) {
  const [chosenIds, setChosenIds] = useState<readonly string[]>([])
  const choose = (name: string) =>
    onChoose(
      siblings.filter(({ submission_id }) => chosenIds.includes(submission_id)),
      name,
    )
  const adults = knownAdults(card)
    .filter(({ name }) => name !== NOTHING)
    .map((adult) => ({ ...adult, relation: 'Parent' }))
  const others = card.pickup_people.map((person) => ({ ...person, relation: 'May pick up' }))
  return (
    <div className="grid gap-4">
      {siblings.length > 0 && (
        <fieldset className="grid gap-2">
          <legend className="mb-1 text-sm font-semibold">Picked up together</legend>
          {siblings.map(({ submission_id, child_name }) => (
            <Checkbox
              key={submission_id}
              variant="row"
              label={isolate(child_name)}
              checked={chosenIds.includes(submission_id)}
              onCheckedChange={(isChosen) =>
                setChosenIds(
                  isChosen ? [...chosenIds, submission_id] : chosenIds.filter((id) => id !== submission_id),
                )
              }
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
              <span className="flex-none text-sm font-normal text-muted">{relation}</span>
            </Button>
            {isPhone(phone) && (
              <a
                href={telHref(phone)}
                aria-label={`Call ${isolate(name)}, ${phone}`}
                title={phone}
                className="grid size-14 flex-none place-items-center rounded-control text-accent hover:bg-accent-soft"
              >
                <Phone aria-hidden="true" className="size-5" />
              </a>
            )}
          </li>
        ))}
      </ul>
      <AnotherName onChoose={choose} />
    </div>
  )
}

function AnotherName({ onChoose }: { onChoose: (name: string) => void }) {
  const [name, setName] = useState('')
  const { errors, ...fields } = useFieldErrors()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (fields.check({ name }, { name: pickedUpByRule })) onChoose(name.trim())
  }
  return (
    <Form
      guard={<UnsavedChanges isDirty={name.trim() !== ''} />}
      onSubmit={submit}
      className="grid gap-2 border-t border-line pt-4"
    >
      <Field label="Another name" error={errors.name}>
        <TextInput
          value={name}
          onValueChange={(text) => {
            setName(text)
            fields.correct('name')
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
