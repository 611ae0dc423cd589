import { hasAllergies } from '@aftercare/domain/children/allergies'
import { FAMILY_LINE_LABELS, type FamilyLineState } from '@aftercare/domain/imports/family-review'
import { CircleSlash, CopyCheck, UserRoundPlus, UsersRound } from 'lucide-react'
import { Badge, type BadgeTone } from '../../ui/data/badge'
import type { Column } from '../../ui/data/columns'
import { TwoLines } from '../../ui/data/data-list'
import { EmailText } from '../../ui/data/email-text'
import { PagedList } from '../paged-list'
import type { useListUrlState } from '../use-list-url-state'
import type { FamilyReviewJson, FamilyReviewLine } from './family-imports.api'

const STATES: Record<FamilyLineState, readonly [BadgeTone, typeof UsersRound]> = {
  'new-family': ['success', UsersRound],
  'new-child': ['success', UserRoundPlus],
  known: ['info', CopyCheck],
  'left-out': ['warning', CircleSlash],
}

function StateBadge({ state }: { state: FamilyLineState }) {
  const [tone, Icon] = STATES[state]
  return (
    <Badge tone={tone} icon={<Icon aria-hidden="true" />}>
      {FAMILY_LINE_LABELS[state]}
    </Badge>
  )
}

const COLUMNS: readonly Column<FamilyReviewLine>[] = [
  { label: 'Line', role: 'meta', align: 'right', cell: ({ line }) => line },
  {
    label: 'Child',
    role: 'title',
    wrap: 'min-w-36',
    cell: ({ child, grade }) => (
      <TwoLines sub={grade && <bdi className="wrap-anywhere">{grade}</bdi>}>
        <bdi className="wrap-anywhere">{child || '-'}</bdi>
      </TwoLines>
    ),
  },
  {
    label: 'Parent',
    role: 'subtitle',
    wrap: 'min-w-36',
    cell: ({ parent, phone }) => (
      <TwoLines sub={phone}>
        <bdi className="wrap-anywhere">{parent || '-'}</bdi>
      </TwoLines>
    ),
  },
  {
    label: 'Email',
    role: 'meta',
    wrap: 'min-w-48',
    cell: ({ email }) => (email ? <EmailText>{email}</EmailText> : '-'),
  },
  {
    label: 'Allergies',
    role: 'meta',
    wrap: 'min-w-28 whitespace-pre-line',
    cell: (row) => (hasAllergies(row.allergies) ? row.allergies : '-'),
  },
  { label: 'Notes', role: 'meta', wrap: 'min-w-32 whitespace-pre-line', cell: (row) => row.notes || '-' },
  {
    label: 'State',
    role: 'status',
    wrap: 'min-w-44',
    cell: ({ state, reason }) => (
      <TwoLines sub={reason}>
        <StateBadge state={state} />
      </TwoLines>
    ),
  },
]

type ReviewLinesProps = { review: FamilyReviewJson; listState: ReturnType<typeof useListUrlState> }

/** The lines, page by page. */
export function ReviewLines({ review, listState }: ReviewLinesProps) {
  return (
    <PagedList
      label="Lines of the file"
      noun="lines"
      columns={COLUMNS}
      query={{ data: review, isError: false, refetch: () => undefined }}
      listState={listState}
      empty="No lines here"
    />
  )
}
