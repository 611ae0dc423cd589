import { dismissalLabel } from '@aftercare/domain/attendance/attendance'
import { CHILD_STATE_LABELS, type ChildState, childState } from '@aftercare/domain/board/board'
import { countStates } from '@aftercare/domain/board/board-cards'
import { formatLongDate } from '@aftercare/domain/lib/dates-format'
import { addDays } from '@aftercare/domain/lib/days'
import { ChevronLeft, ChevronRight, Printer } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useBoard } from '../../features/board/board.api'
import { openOutbox } from '../../features/board/board-outbox'
import type { Board } from '../../features/board/board-requests'
import { useUser } from '../../lib/auth-provider'
import { openPrintWindow } from '../../lib/open-print-window'
import { Callout } from '../../ui/feedback/callout'
import { SkeletonCards } from '../../ui/feedback/skeleton'
import { EmptyState, ErrorState } from '../../ui/feedback/states'
import { rootAttributeRef } from '../../ui/hooks/root-attribute-ref'
import { EmptyHooks } from '../../ui/illustrations/empty-hooks'
import { Button } from '../../ui/inputs/button'
import { IconButton } from '../../ui/inputs/icon-button'
import { PageHeader } from '../../ui/layout/page-header'
import { preloadDialogs } from '../../ui/overlays/load-dialogs'
import { useReportDay } from '../attendance/use-report-day'
import { WriteToFamilies } from '../family-messages/write-to-families'
import { BoardBar } from './board-bar'
import { BoardCard } from './board-card'
import { matchesSearch } from './board-text'
import { CorrectDialog } from './correct-dialog'
import { PendingMarksBanner, RejectedMarks } from './pending-marks-banner'
import { PickUpDialog } from './pick-up-dialog'
import { registerBoardWorker } from './register-board-worker'
import { SHEET_PATH } from './sheet-url'
import { useBlockOfflineNavigation } from './use-block-offline-navigation'
import { type MarkAction, type ShownCard, saveMark, toastMarkError, useShownCards } from './use-board-marks'
import './board.css'

const markBoard = rootAttributeRef('data-board')

/** Who is here, who was picked up and by whom. Works offline. */
export default function BoardPage() {
  const { day, today, pick } = useReportDay()
  const { data: board, isError, refetch } = useBoard(day)
  const accountId = useUser().id
  useBlockOfflineNavigation()
  useEffect(() => openOutbox(accountId), [accountId])
  useEffect(() => {
    void registerBoardWorker()
    preloadDialogs()
  }, [])
  return (
    <div ref={markBoard}>
      <PageHeader
        back={{ to: `/admin/day-reports${day === today ? '' : `?date=${day}`}`, label: 'Day Reports' }}
        aside={<p className="text-base text-muted">{formatLongDate(day)}</p>}
        actions={
          <>
            <IconButton label="Previous day" icon={<ChevronLeft />} onClick={() => pick(addDays(day, -1))} />
            {day !== today && (
              <Button variant="plain" onClick={() => pick(today)}>
                Today
              </Button>
            )}
            <IconButton label="Next day" icon={<ChevronRight />} onClick={() => pick(addDays(day, 1))} />
            <WriteToFamilies date={day} />
            <Button
              variant="quiet"
              icon={<Printer aria-hidden="true" />}
              onClick={() => openPrintWindow(`${SHEET_PATH}?date=${day}&print=1`)}
            >
              Print sign-in sheet
            </Button>
          </>
        }
      />
      <PendingMarksBanner offlineSince={board?.isOffline ? board.readAt : null} />
      <RejectedMarks />
      {board ? (
        <Cards key={board.date} board={board} />
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

function Cards({ board }: { board: Board }) {
  const cards = useShownCards(board)
  const [filter, setFilter] = useState<ChildState | null>(null)
  const [search, setSearch] = useState('')
  const [pickingUp, setPickingUp] = useState<string | null>(null)
  const [correcting, setCorrecting] = useState<string | null>(null)
  const find = (id: string | null) => cards.find((card) => card.submission_id === id) ?? null
  const shown = cards.filter(
    (card) => (filter === null || childState(card.mark) === filter) && matchesSearch(card.child_name, search),
  )
  const mark = (card: ShownCard, change: MarkAction) => toastMarkError(saveMark(board, card, change))
  const list = useFocusNextCard(shown)

  if (cards.length === 0)
    return (
      <EmptyState illustration={<EmptyHooks />} title="No children scheduled for this date">
        Registrations and drop-ins for the day appear here automatically.
      </EmptyState>
    )
  return (
    <>
      <BoardBar
        counts={countStates(cards)}
        filter={filter}
        onFilter={setFilter}
        search={search}
        onSearch={setSearch}
      />
      {!board.can_mark && (
        <Callout className="mb-4">You can mark today and the past 14 days. This day is view-only.</Callout>
      )}
      <div ref={list} className="grid gap-6">
        {groupsOf(shown).map(({ label, members }) => (
          <section key={label} aria-label={`Dismissal ${label}`}>
            <h2 className="mb-2 text-base text-muted">
              {label} ({members.length})
            </h2>
            <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,20rem),1fr))] gap-3">
              {members.map((card) => (
                <BoardCard
                  key={card.submission_id}
                  card={card}
                  canMark={board.can_mark}
                  onMark={mark}
                  onPickUp={({ submission_id }) => setPickingUp(submission_id)}
                  onCorrect={({ submission_id }) => setCorrecting(submission_id)}
                />
              ))}
            </ul>
          </section>
        ))}
        {shown.length === 0 && (
          <p role="status" className="py-10 text-center text-muted">
            {emptyMessage(filter, search)}
          </p>
        )}
      </div>
      <PickUpDialog
        card={find(pickingUp)}
        onClose={() => setPickingUp(null)}
        onChoose={(card, picked_up_by) => {
          setPickingUp(null)
          mark(card, { change: 'picked_up', picked_up_by })
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

function emptyMessage(filter: ChildState | null, search: string): string {
  if (search.trim())
    return `No children ${filter ? `marked ${CHILD_STATE_LABELS[filter]} ` : ''}match "${search.trim()}".`
  return `No one is ${filter ? `marked ${CHILD_STATE_LABELS[filter]}` : 'on this board'} right now.`
}

/** Keeps the server's order, which has children with the same dismissal together. */
function groupsOf(cards: readonly ShownCard[]) {
  const groups: { label: string; members: ShownCard[] }[] = []
  for (const card of cards) {
    const label = dismissalLabel(card.dismissal)
    const last = groups.at(-1)
    if (last?.label === label) last.members.push(card)
    else groups.push({ label, members: [card] })
  }
  return groups
}

/** When the focused card leaves a filtered list, the focus moves to the next card, or the last one. */
function useFocusNextCard(shown: readonly ShownCard[]) {
  const list = useRef<HTMLDivElement>(null)
  const focused = useRef(-1)
  useEffect(() => {
    const trackFocus = () => {
      const article = document.activeElement?.closest('article')
      const articles = [...(list.current?.querySelectorAll('article') ?? [])]
      focused.current = article ? articles.indexOf(article) : -1
    }
    document.addEventListener('focusin', trackFocus)
    return () => document.removeEventListener('focusin', trackFocus)
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs whenever the rendered list changes
  useEffect(() => {
    if (focused.current < 0 || document.activeElement !== document.body) return
    const names = [...(list.current?.querySelectorAll<HTMLElement>('article h3') ?? [])]
    names[Math.min(focused.current, names.length - 1)]?.focus()
  }, [shown])
  return list
}
