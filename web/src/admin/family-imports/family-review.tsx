import { hasAllergies } from '@aftercare/domain/children/allergies'
import { FAMILY_FIELDS } from '@aftercare/domain/imports/family-fields'
import {
  FAMILY_LINE_LABELS,
  FAMILY_LINE_STATES,
  type FamilyLineState,
  importedChildren,
  importedFamiliesText,
} from '@aftercare/domain/imports/family-review'
import { isolate } from '@aftercare/domain/lib/isolate'
import { pluralize } from '@aftercare/domain/lib/pluralize'
import { CircleSlash, CopyCheck, UserRoundPlus, UsersRound } from 'lucide-react'
import type { Column } from '../../ui/data/columns'
import { TwoLines } from '../../ui/data/data-list'
import { EmailText } from '../../ui/data/email-text'
import { Checkbox } from '../../ui/inputs/checkbox'
import { ExportButton } from '../export-button'
import type { ReviewView } from '../imports/import-review'
import { ReviewLayout, type StateBadges } from '../imports/review-layout'
import type { useListUrlState } from '../use-list-url-state'
import {
  type FamilyReviewLine,
  familyImports,
  fetchLeftOut,
  type FamilyReviewJson as Review,
} from './family-imports.api'
import { UnassignedColumns } from './unassigned-columns'

const BADGES: StateBadges<FamilyLineState> = {
  'new-family': ['success', UsersRound],
  'new-child': ['success', UserRoundPlus],
  known: ['info', CopyCheck],
  'left-out': ['warning', CircleSlash],
}

const COLUMNS: readonly Column<FamilyReviewLine>[] = [
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
]

const SECOND_ADULT: Column<FamilyReviewLine> = {
  label: 'Second adult',
  role: 'meta',
  wrap: 'min-w-36',
  cell: ({ second }) =>
    second ? (
      <TwoLines sub={second.phone}>
        <bdi className="wrap-anywhere">{[second.name, second.email].filter(Boolean).join(', ') || '-'}</bdi>
      </TwoLines>
    ) : (
      '-'
    ),
}

const MAY_PICK_UP: Column<FamilyReviewLine> = {
  label: 'May pick up',
  role: 'meta',
  wrap: 'min-w-32',
  cell: ({ pickup_people }) =>
    pickup_people.map(({ name, phone }) => isolate(phone ? `${name} (${phone})` : name)).join(', ') || '-',
}

/** What the file says nothing of takes no room. */
function columnsOf({ columns }: Review): Column<FamilyReviewLine>[] {
  const has = (start: string) =>
    Object.entries(columns).some(([name, column]) => name.startsWith(start) && column !== null)
  return [...COLUMNS, ...(has('second') ? [SECOND_ADULT] : []), ...(has('pickup') ? [MAY_PICK_UP] : [])]
}

const SEND = 'send invitations'

type FamilyReviewProps = {
  review: Review
  view: ReviewView<FamilyLineState>
  listState: ReturnType<typeof useListUrlState>
}

export function FamilyReview({ review, view, listState }: FamilyReviewProps) {
  const { decide, tickOf, isSaving } = familyImports.useDecide(review.id, view)
  const run = familyImports.useImport((done) => {
    const invited = done.invitations > 0 ? `, ${pluralize(done.invitations, 'invitation')} sent` : ''
    return `${importedFamiliesText(done.families, done.children)}${invited}`
  })
  const { lines, new_families, known_families, second_adults } = review.totals
  const children = importedChildren(review.totals)
  const undecided = review.unassigned.filter(({ unused }) => !unused).length
  return (
    <ReviewLayout
      review={review}
      state={view.state}
      listState={listState}
      fields={FAMILY_FIELDS}
      required={{
        columns: ['email', 'child'],
        message: 'Choose the columns of the email and the child: this file has other headings.',
      }}
      onColumnsChange={(columns) => decide({ columns })}
      unassigned={<UnassignedColumns columns={review.unassigned} tickOf={tickOf} decide={decide} />}
      undecided={undecided > 0 ? `Assign ${pluralize(undecided, 'column')} or tick “Not used” first.` : null}
      labels={FAMILY_LINE_LABELS}
      badges={BADGES}
      // Lines are children: the notes say how many families they belong to.
      totals={{
        all: { count: FAMILY_LINE_STATES.reduce((sum, state) => sum + lines[state], 0) },
        'new-family': {
          count: lines['new-family'],
          note: new_families > 0 && pluralize(new_families, 'family', 'families'),
        },
        'new-child': {
          count: lines['new-child'],
          note: known_families > 0 && `in ${pluralize(known_families, 'family', 'families')}`,
        },
        known: { count: lines.known },
        'left-out': { count: lines['left-out'] },
      }}
      columns={columnsOf(review)}
      importing={{
        what: importedFamiliesText(new_families + known_families, children),
        isEmpty: children === 0,
        empty: 'Nothing to import',
        ...run,
      }}
      isSaving={isSaving}
    >
      <Checkbox
        variant="row"
        label="Send invitations"
        description={invitationsNote(new_families, second_adults)}
        checked={(tickOf(SEND) ?? review.send_invitations) && new_families > 0}
        disabled={new_families === 0}
        onCheckedChange={(isTicked) => decide({ send_invitations: isTicked }, { box: SEND, isTicked })}
      />
      {lines['left-out'] > 0 && (
        <div>
          <ExportButton scope="left-out lines" label="Download Left-Out Lines" fetchFile={fetchLeftOut} />
        </div>
      )}
    </ReviewLayout>
  )
}

function invitationsNote(newFamilies: number, secondAdults: number): string {
  if (newFamilies === 0) return 'There are no new parents in this file.'
  const parents = `${pluralize(newFamilies, 'new parent')} ${newFamilies === 1 ? 'gets' : 'get'} an email with a link to choose a password`
  return secondAdults === 0
    ? `${parents}.`
    : `${parents}, and ${pluralize(secondAdults, 'second adult')} ${secondAdults === 1 ? 'is' : 'are'} invited to join their family.`
}
