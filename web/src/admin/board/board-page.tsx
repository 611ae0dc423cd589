import { CHILD_STATE_LABELS, type ChildState, childState } from '@aftercare/domain/board/board'
import { countStates } from '@aftercare/domain/board/board-cards'
import {
  type BoardMoment,
  isNotArrived,
  minuteOfDay,
  overdueMinutes,
} from '@aftercare/domain/board/board-groups'
import { matchSearch } from '@aftercare/domain/lib/search'
import { CircleSlash } from 'lucide-react'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { useUser } from '../../lib/auth-provider'
import { programFacts, serverNow, useProgramFacts, useProgramTime } from '../../lib/program'
import { Callout } from '../../ui/feedback/callout'
import { SkeletonCards } from '../../ui/feedback/skeleton'
import { EmptyState, ErrorState } from '../../ui/feedback/states'
import { rootAttributeRef } from '../../ui/hooks/root-attribute-ref'
import { EmptyHooks } from '../../ui/illustrations/empty-hooks'
import { preloadDialogs } from '../../ui/overlays/load-dialogs'
import { registerWorker } from '../../worker/register-worker'
import { useReportDay } from '../attendance/use-report-day'
import { useBoard } from './board.api'
import { BoardBar } from './board-bar'
import { BoardHeader } from './board-header'
import { BoardList } from './board-list'
import type { Board } from './board-requests'
import { CorrectDialog } from './correct-dialog'
import { openOutbox } from './offline/board-outbox'
import { BOARD_PATH } from './offline/offline-board'
import { PendingMarksBanner, RejectedMarks } from './offline/pending-marks-banner'
import { useBlockOfflineNavigation } from './offline/use-block-offline-navigation'
import { PickUpDialog } from './pick-up-dialog'
import {
  type MarkAction,
  type ShownCard,
  saveMark,
  saveMarks,
  toastMarkError,
  useShownCards,
} from './use-board-marks'
import './board.css'

const markBoard = rootAttributeRef('data-board')

/** Who is here, who was picked up and by whom. Works offline. */
export default function BoardPage() {
  const { day, today, pick } = useReportDay()
  const { data: board, isError, refetch } = useBoard(day)
  const accountId = useUser().id
  useBlockOfflineNavigation()
  useEffect(() => openOutbox(accountId), [accountId])
  const program = useProgramFacts()
  // Makes the board available offline. Scoped to its path, so that other pages load without its cached code.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the worker also stores the programme's details
  useEffect(() => void registerWorker(BOARD_PATH), [program])
  useEffect(() => preloadDialogs(), [])
  return (
    <div ref={markBoard} className="board">
      <BoardHeader day={day} today={today} onPick={pick} />
      <PendingMarksBanner offlineSince={board?.isOffline ? board.readAt : null} />
      <RejectedMarks />
      {board ? (
        <BoardContent key={board.date} board={board} />
      ) : isError ? (
        <ErrorState
          message="We couldn't load the board for this date. Offline, only today's board opens, and only if it was opened on this device before."
          onRetry={() => void refetch()}
        />
      ) : (
        <SkeletonCards label="Loading attendance board..." />
      )}
    </div>
  )
}

function BoardContent({ board }: { board: Board }) {
  const cards = useShownCards(board)
  const { timeZone } = useProgramFacts()
  const [filter, setFilter] = useState<ChildState | null>(null)
  const [search, setSearch] = useState('')
  const [pickingUp, setPickingUp] = useState<string | null>(null)
  const [correcting, setCorrecting] = useState<string | null>(null)
  const find = (id: string | null) => cards.find((card) => card.submission_id === id) ?? null
  const { date, pickup_time, is_cancelled } = board
  const { shown, similar } = useMemo(() => {
    const isEmpty = is_cancelled && filter === 'expected'
    const inState = cards.filter(({ mark }) => filter === null || (!isEmpty && childState(mark) === filter))
    const matching = (match: 'exact' | 'similar') =>
      inState.filter((card) => matchSearch(card.child_name, search) === match)
    return { shown: matching('exact'), similar: matching('similar') }
  }, [cards, filter, search, is_cancelled])
  const mark = useCallback(
    (card: ShownCard, change: MarkAction) => toastMarkError(saveMark({ date, pickup_time }, card, change)),
    [date, pickup_time],
  )
  const pickUp = useCallback(({ submission_id }: ShownCard) => setPickingUp(submission_id), [])
  const correct = useCallback(({ submission_id }: ShownCard) => setCorrecting(submission_id), [])
  const moment = useBoardMoment(board)

  if (cards.length === 0)
    return (
      <EmptyState illustration={<EmptyHooks />} title="No children scheduled for this date">
        Registrations and drop-ins for the day appear here automatically.
      </EmptyState>
    )
  return (
    <>
      <BoardBar
        counts={{ ...countStates(cards), ...(is_cancelled && { expected: 0 }) }}
        filter={filter}
        onFilter={setFilter}
        search={search}
        onSearch={setSearch}
        moment={moment}
        lateCount={cards.filter((card) => overdueMinutes(card.mark, moment) > 0).length}
        notArrivedCount={cards.filter((card) => isNotArrived(card, moment)).length}
      />
      {is_cancelled && (
        <Callout tone="warning" icon={<CircleSlash />} className="mb-3">
          Aftercare is cancelled on this day. Nobody is expected.
        </Callout>
      )}
      {!board.can_mark && (
        <Callout className="mb-3">You can mark today and the past 14 days. This day is view-only.</Callout>
      )}
      <BoardList
        // Rows render again only if their child changes, but the times in them follow the programme's clock.
        key={timeZone}
        cards={cards}
        shown={shown}
        similar={similar}
        view={`${filter ?? ''} ${search}`}
        isFolded={filter === null && search.trim() === ''}
        canMark={board.can_mark}
        moment={moment}
        onMark={mark}
        onPickUp={pickUp}
        onCorrect={correct}
      />
      {shown.length + similar.length === 0 && (
        <p role="status" className="py-10 text-center text-muted">
          {emptyMessage(filter, search)}
        </p>
      )}
      <PickUpDialog
        card={find(pickingUp)}
        onClose={() => setPickingUp(null)}
        cards={cards}
        onChoose={(chosen, release) => {
          setPickingUp(null)
          toastMarkError(saveMarks(board, chosen, { change: 'picked_up', ...release }))
        }}
      />
      <CorrectDialog
        card={find(correcting)}
        day={board.date}
        onClose={() => setCorrecting(null)}
        onSave={(card, change) => saveMark(board, card, change)}
      />
    </>
  )
}

/** Follows the programme's clock, also offline. */
function useBoardMoment({ date, pickup_time, is_cancelled }: Board): BoardMoment {
  const minute = useProgramTime(() => minuteOfDay(date, serverNow(), programFacts().timeZone))
  return useMemo(
    () => ({ minute, pickupTime: pickup_time, isCancelled: is_cancelled }),
    [minute, pickup_time, is_cancelled],
  )
}

function emptyMessage(filter: ChildState | null, search: string): string {
  if (search.trim())
    return `No children ${filter ? `marked ${CHILD_STATE_LABELS[filter]} ` : ''}match "${search.trim()}".`
  return `No one is ${filter ? `marked ${CHILD_STATE_LABELS[filter]}` : 'on this board'} right now.`
}
