import { dismissalLabel } from '@aftercare/domain/attendance/attendance'
import { CHILD_STATE_LABELS, childState } from '@aftercare/domain/board/board'
import {
  type BoardGroup,
  type BoardMoment,
  boardGroups,
  isNotArrived,
  NOT_ARRIVED_LABEL,
  overdueMinutes,
} from '@aftercare/domain/board/board-groups'
import { ChevronDown } from 'lucide-react'
import { type ReactNode, useCallback, useMemo, useRef, useState } from 'react'
import { useMediaQuery } from '../../ui/hooks/use-media-query'
import { useRestoreRowFocus } from '../../ui/hooks/use-restore-row-focus'
import { BoardRow } from './board-row'
import type { RowHandlers } from './row-actions'
import type { ShownCard } from './use-board-marks'
import { useStableOrder } from './use-stable-order'

type BoardListProps = RowHandlers & {
  /** All cards of the board, and those to show, in order. */
  cards: readonly ShownCard[]
  shown: readonly ShownCard[]
  /** Found by a similar name only. */
  similar: readonly ShownCard[]
  /** Identifies the filter and the search. */
  view: string
  /** Gone and Not coming are folded unless a filter or a search asks for them. */
  isFolded: boolean
  canMark: boolean
  moment: BoardMoment
}

type Group = BoardGroup<ShownCard> | { kind: 'similar'; cards: readonly ShownCard[] }

const keyOf = (group: Group) => (group.kind === 'present' ? group.dismissal : group.kind)
const signatureOf = (groups: readonly Group[]) =>
  groups.map((group) => `${keyOf(group)} ${group.cards.map((card) => card.submission_id)}`).join()

/** Wide enough for two rows side by side, with and without the menu beside them. */
const TWO_COLUMNS = '(46rem <= width < 56.25rem), (width >= 62rem)'

export function BoardList({
  cards,
  shown,
  similar,
  view,
  isFolded,
  canMark,
  moment,
  ...handlers
}: BoardListProps) {
  const list = useRef<HTMLDivElement>(null)
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set())
  const toggle = useCallback(
    (id: string) => setOpen((before) => (before.has(id) ? without(before, id) : new Set([...before, id]))),
    [],
  )
  const latest = useMemo((): Group[] => {
    const groups: Group[] = boardGroups(shown, moment)
    return similar.length === 0 ? groups : [...groups, { kind: 'similar', cards: similar }]
  }, [shown, similar, moment])
  const groups = useStableOrder(latest, signatureOf(latest), view)
  const columns = useMediaQuery(TWO_COLUMNS) ? 2 : 1
  useRestoreRowFocus(
    list,
    useMemo(() => ({ groups, columns }), [groups, columns]),
  )
  const byId = new Map(cards.map((card) => [card.submission_id, card]))
  const hasDismissals = groups.filter(({ kind }) => kind === 'present').length > 1
  const isTitled = (group: Group) =>
    group.kind !== 'present' || hasDismissals || group.dismissal !== 'regular'
  const rows = (group: Group) => (
    <Columns
      count={columns}
      cards={group.cards.flatMap(({ submission_id }) => byId.get(submission_id) ?? [])}
    >
      {(card) => (
        <BoardRow
          key={card.submission_id}
          card={card}
          canMark={canMark}
          isOff={moment.isCancelled && childState(card.mark) === 'expected'}
          late={overdueMinutes(card.mark, moment)}
          isNotArrived={isNotArrived(card, moment)}
          isOpen={open.has(card.submission_id)}
          onToggle={toggle}
          {...handlers}
        />
      )}
    </Columns>
  )
  return (
    <div ref={list} className="grid gap-3">
      {groups.map((group) =>
        isFolded && (group.kind === 'gone' || group.kind === 'not_coming') ? (
          <FoldedGroup key={keyOf(group)} label={CHILD_STATE_LABELS[group.kind]} count={group.cards.length}>
            {() => rows(group)}
          </FoldedGroup>
        ) : (
          <section key={keyOf(group)} aria-label={labelOf(group)}>
            <h2 className={isTitled(group) ? 'board-group-title' : 'sr-only'} data-kind={group.kind}>
              {labelOf(group)} ({group.cards.length})
            </h2>
            {rows(group)}
          </section>
        ),
      )}
    </div>
  )
}

const without = (set: ReadonlySet<string>, id: string) => new Set([...set].filter((one) => one !== id))

function labelOf(group: Group): string {
  if (group.kind === 'late') return 'Late'
  if (group.kind === 'not_arrived') return NOT_ARRIVED_LABEL
  if (group.kind === 'similar') return 'Similar names'
  return group.kind === 'present' ? dismissalLabel(group.dismissal) : CHILD_STATE_LABELS[group.kind]
}

type ColumnsProps = {
  count: 1 | 2
  cards: readonly ShownCard[]
  children: (card: ShownCard) => ReactNode
}

/** Read downwards, column after column; an open row moves only what is below it. */
function Columns({ count, cards, children }: ColumnsProps) {
  const half = Math.ceil(cards.length / count)
  return (
    <div className="board-columns">
      <ul className="board-column">{cards.slice(0, half).map(children)}</ul>
      {cards.length > half && <ul className="board-column">{cards.slice(half).map(children)}</ul>}
    </div>
  )
}

type FoldedGroupProps = { label: string; count: number; children: () => ReactNode }

function FoldedGroup({ label, count, children }: FoldedGroupProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <section aria-label={label}>
      <h2>
        <button type="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)} className="board-fold">
          {label} ({count})
          <ChevronDown />
        </button>
      </h2>
      {isOpen && children()}
    </section>
  )
}
