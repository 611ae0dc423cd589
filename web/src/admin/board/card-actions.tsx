import type { ChildState } from '@aftercare/domain/board/board'
import { CircleSlash, Clock, DoorOpen, LogIn, Undo2 } from 'lucide-react'
import { useRef } from 'react'
import { Button } from '../../ui/inputs/button'
import type { MarkAction, ShownCard } from './use-board-marks'

export type CardHandlers = {
  onMark: (card: ShownCard, change: MarkAction) => void
  onPickUp: (card: ShownCard) => void
  onCorrect: (card: ShownCard) => void
}

type CardActionsProps = CardHandlers & { card: ShownCard; state: ChildState; describedBy: string }

/** A double tap counts once: another button appears where the first was. */
const DOUBLE_TAP_MS = 600

const UNDO = {
  here: ['undo_arrived', 'Undo arrival'],
  gone: ['undo_picked_up', 'Undo pick-up'],
  not_coming: ['undo_not_coming', 'Undo not coming'],
} as const

/** The likely next action is large; undo and correct are beside it. */
export function CardActions(props: CardActionsProps) {
  const { card, state, describedBy, onMark, onPickUp, onCorrect } = props
  const clickedAt = useRef(-DOUBLE_TAP_MS)
  const ignoreDoubleTap = (act: () => void) => () => {
    const now = performance.now()
    if (now - clickedAt.current < DOUBLE_TAP_MS) return
    clickedAt.current = now
    act()
  }
  const undo = state === 'expected' ? null : UNDO[state]
  return (
    <div className="flex flex-wrap gap-2">
      {(state === 'expected' || state === 'not_coming') && (
        <Button
          key="next"
          icon={<LogIn aria-hidden="true" />}
          aria-describedby={describedBy}
          className="min-h-14 flex-[2_1_9rem] text-base"
          onClick={ignoreDoubleTap(() => onMark(card, { change: 'arrived' }))}
        >
          Arrived
        </Button>
      )}
      {state === 'here' && (
        <Button
          key="next"
          icon={<DoorOpen aria-hidden="true" />}
          aria-describedby={describedBy}
          className="min-h-14 flex-[1_1_100%] text-base"
          onClick={ignoreDoubleTap(() => onPickUp(card))}
        >
          Picked up
        </Button>
      )}
      {state === 'expected' && (
        <Button
          variant="quiet"
          icon={<CircleSlash aria-hidden="true" />}
          aria-describedby={describedBy}
          className="min-h-14 flex-1 whitespace-nowrap"
          onClick={ignoreDoubleTap(() => onMark(card, { change: 'not_coming' }))}
        >
          Not coming
        </Button>
      )}
      {undo && (
        <Button
          variant="quiet"
          icon={<Undo2 aria-hidden="true" />}
          aria-describedby={describedBy}
          className="flex-1 whitespace-nowrap"
          onClick={ignoreDoubleTap(() => onMark(card, { change: undo[0] }))}
        >
          {undo[1]}
        </Button>
      )}
      {(state === 'here' || state === 'gone') && (
        <Button
          variant="quiet"
          icon={<Clock aria-hidden="true" />}
          aria-describedby={describedBy}
          className="flex-1 whitespace-nowrap"
          onClick={() => onCorrect(card)}
        >
          {state === 'here' ? 'Edit time' : 'Edit times'}
        </Button>
      )}
    </div>
  )
}
