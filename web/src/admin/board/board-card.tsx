import { dismissalLabel, hasAllergies, NOTHING } from '@aftercare/domain/attendance/attendance'
import { CHILD_STATE_LABELS, type ChildState, childState } from '@aftercare/domain/board/board'
import { lateLabel } from '@aftercare/domain/board/pickup-times'
import { isolate } from '@aftercare/domain/lib/isolate'
import {
  Check,
  ChevronDown,
  Circle,
  CircleSlash,
  CloudUpload,
  DoorOpen,
  Phone,
  TriangleAlert,
} from 'lucide-react'
import { useId } from 'react'
import { Badge, type BadgeTone, StatusBadge } from '../../ui/data/badge'
import { DayTypeIcon } from '../../ui/month-calendar/day-type-icon'
import { telHref, timeOf } from './board-text'
import { CardActions, type CardHandlers } from './card-actions'
import type { ShownCard } from './use-board-marks'

type BoardCardProps = CardHandlers & {
  card: ShownCard
  /** False on days that are too old or in the future. */
  canMark: boolean
}

/** One child: what staff must know first, then whom to call, then the actions. */
export function BoardCard({ card, canMark, ...handlers }: BoardCardProps) {
  const nameId = useId()
  const state = childState(card.mark)
  return (
    <li className="contents">
      <article
        aria-labelledby={nameId}
        className="board-card"
        data-state={state}
        data-card={card.submission_id}
      >
        <div className="flex items-start justify-between gap-3">
          <h3 id={nameId} tabIndex={-1} className="min-w-0 text-lg leading-snug wrap-anywhere">
            {card.child_name}
          </h3>
          <StateBadge state={state} />
        </div>
        <p className="-mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
          <span className="inline-flex items-center gap-1.5">
            <DayTypeIcon
              kind={card.dismissal === 'no_school' ? 'no-school' : card.dismissal}
              className="size-4.5"
            />
            {dismissalLabel(card.dismissal)}
          </span>
          {card.is_guest && <StatusBadge status="Guest" />}
          <Times card={card} />
        </p>
        {hasAllergies(card.allergies) && <Allergies text={card.allergies} />}
        {card.notes && <p className="text-sm wrap-anywhere whitespace-pre-line">{card.notes}</p>}
        {card.mark?.note && <p className="text-sm wrap-anywhere whitespace-pre-line">{card.mark.note}</p>}
        <Family card={card} />
        {canMark && <CardActions card={card} state={state} describedBy={nameId} {...handlers} />}
      </article>
    </li>
  )
}

const badges: Record<ChildState, readonly [BadgeTone, typeof Circle]> = {
  expected: ['info', Circle],
  here: ['success', Check],
  gone: ['accent', DoorOpen],
  not_coming: ['warning', CircleSlash],
}

function StateBadge({ state }: { state: ChildState }) {
  const [tone, Icon] = badges[state]
  return (
    <Badge tone={tone} icon={<Icon aria-hidden="true" />} className="flex-none">
      {CHILD_STATE_LABELS[state]}
    </Badge>
  )
}

function Times({ card: { mark, isWaiting, isAtRisk } }: { card: ShownCard }) {
  const late = lateLabel(mark?.late_minutes ?? 0)
  return (
    <>
      {mark?.arrived_at && (
        <span className="font-semibold text-text tabular-nums">In {timeOf(mark.arrived_at)}</span>
      )}
      {mark?.left_at && (
        <span className="font-semibold text-text tabular-nums wrap-anywhere">
          Out {timeOf(mark.left_at)}, <bdi>{mark.picked_up_by}</bdi>
        </span>
      )}
      {late && <Badge tone="danger">{late}</Badge>}
      {isAtRisk ? (
        <Badge tone="danger" icon={<TriangleAlert aria-hidden="true" />}>
          Not sent, not saved
        </Badge>
      ) : (
        isWaiting && (
          <span className="inline-flex items-center gap-1">
            <CloudUpload aria-hidden="true" className="size-4" />
            Not sent yet
          </span>
        )
      )}
    </>
  )
}

function Allergies({ text }: { text: string }) {
  return (
    <p className="flex items-start gap-2.5 rounded-control border-2 border-danger bg-danger-soft px-3 py-2.5 leading-snug font-strong text-danger-ink">
      <TriangleAlert aria-hidden="true" className="size-6 flex-none stroke-[2.4]" />
      <span className="min-w-0 text-base wrap-anywhere whitespace-pre-line">
        <span className="sr-only">Allergies: </span>
        {text}
      </span>
    </p>
  )
}

function Family({ card }: { card: ShownCard }) {
  return (
    <div className="mt-auto text-sm">
      <Person name={card.parent_name === NOTHING ? null : card.parent_name} phone={card.phone} />
      <PickupPeople people={card.pickup_people} />
    </div>
  )
}

/** Phone numbers in every state: they are called when the parent does not pick up. */
function PickupPeople({ people }: { people: ShownCard['pickup_people'] }) {
  if (people.length === 0) return null
  const names = (
    <span className="min-w-0 wrap-anywhere">
      <span className="text-muted">May pick up: </span>
      {people.map(({ name }) => isolate(name)).join(', ')}
    </span>
  )
  if (people.every(({ phone }) => !phone)) return <p>{names}</p>
  return (
    <details className="group">
      <summary className="flex min-h-12 cursor-pointer list-none items-center justify-between gap-3 rounded-control hover:bg-accent-soft [&::-webkit-details-marker]:hidden">
        {names}
        <ChevronDown
          aria-hidden="true"
          className="size-4.5 flex-none text-muted transition-[rotate] duration-(--normal) group-open:rotate-180"
        />
      </summary>
      {people.map(({ name, phone }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two people may have the same name and phone
        <Person key={index} name={name} phone={phone} />
      ))}
    </details>
  )
}

function Person({ name, phone }: { name: string | null; phone: string | null }) {
  return (
    <div className="-my-1 flex min-h-12 flex-wrap items-center justify-between gap-x-3">
      {name !== null && <span className="min-w-0 font-semibold wrap-anywhere">{name}</span>}
      {phone && (
        <a
          href={telHref(phone)}
          aria-label={`Call ${isolate(name ?? NOTHING)}, ${phone}`}
          className="-mx-2 inline-flex min-h-12 items-center gap-2 rounded-control px-2 font-semibold text-accent tabular-nums no-underline hover:bg-accent-soft"
        >
          <Phone aria-hidden="true" className="size-4.5 flex-none" />
          <span className="wrap-anywhere">{phone}</span>
        </a>
      )}
    </div>
  )
}
