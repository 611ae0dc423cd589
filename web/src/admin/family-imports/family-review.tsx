import { FAMILY_FIELDS } from '@aftercare/domain/imports/family-fields'
import {
  FAMILY_LINE_LABELS,
  FAMILY_LINE_STATES,
  type FamilyLineState,
  importedChildren,
  importedFamiliesText,
} from '@aftercare/domain/imports/family-review'
import { pluralize } from '@aftercare/domain/lib/pluralize'
import { useToast } from '../../lib/scoped-toast'
import { Callout } from '../../ui/feedback/callout'
import { Button } from '../../ui/inputs/button'
import { Checkbox } from '../../ui/inputs/checkbox'
import { ChooseAnotherFile } from '../imports/choose-another-file'
import { ColumnMapping } from '../imports/column-mapping'
import { ImportBar } from '../imports/import-layout'
import { importErrorMessage, type ReviewView } from '../imports/import-review'
import { ReviewTotals } from '../imports/review-totals'
import { usePendingTicks } from '../imports/use-pending-ticks'
import type { useListUrlState } from '../use-list-url-state'
import {
  type FamilyDecision,
  familyReview,
  type FamilyReviewJson as Review,
  useImportFamilies,
} from './family-imports.api'
import { ReviewLines } from './review-lines'

const SEND = 'send invitations'

type FamilyReviewProps = {
  review: Review
  view: ReviewView<FamilyLineState>
  listState: ReturnType<typeof useListUrlState>
}

/** Everything about the file before it is imported. */
export function FamilyReview({ review, view, listState }: FamilyReviewProps) {
  const ticks = usePendingTicks()
  const decide = familyReview.useDecide(review.id, view, ({ send_invitations }: FamilyDecision) => {
    if (send_invitations !== undefined) ticks.removeOldest(SEND)
  })
  const setSendInvitations = (send_invitations: boolean) => {
    ticks.add(SEND, send_invitations)
    decide.mutate({ send_invitations })
  }
  const { columns, totals } = review
  const isMissing = columns.email === null || columns.child === null
  return (
    // Focus stays clear of the bar at the bottom.
    <div className="grid gap-4 [&_:is(button,input)]:scroll-mb-24">
      {isMissing && (
        <Callout tone="warning">
          Choose the columns of the email and the child: this file has other headings.
        </Callout>
      )}
      <ColumnMapping
        headings={review.headings}
        fields={FAMILY_FIELDS}
        columns={columns}
        open={isMissing}
        onChange={(changed) => decide.mutate({ columns: changed })}
      />
      <ReviewTotals
        value={view.state}
        onValueChange={(state) => listState.change({ state: state === 'all' ? null : state })}
        totals={[
          {
            state: 'all',
            label: 'All lines',
            count: FAMILY_LINE_STATES.reduce((sum, state) => sum + totals.lines[state], 0),
          },
          ...FAMILY_LINE_STATES.map((state) => ({
            state,
            label: FAMILY_LINE_LABELS[state],
            count: totals.lines[state],
            note: familiesNote(state, totals),
          })),
        ]}
      />
      <Checkbox
        variant="row"
        label="Send invitations"
        description={invitationsNote(totals.new_families)}
        checked={(ticks.tickOf(SEND) ?? review.send_invitations) && totals.new_families > 0}
        disabled={totals.new_families === 0}
        onCheckedChange={setSendInvitations}
      />
      <ReviewLines review={review} listState={listState} />
      <ImportButtons review={review} isSaving={decide.isPending || ticks.hasPending} />
    </div>
  )
}

const invitationsNote = (newFamilies: number) =>
  newFamilies === 0
    ? 'There are no new parents in this file.'
    : `${pluralize(newFamilies, 'new parent')} ${newFamilies === 1 ? 'gets' : 'get'} an email with a link to choose a password.`

/** Lines are children: how many families they belong to. */
function familiesNote(state: string, { new_families, known_families }: Review['totals']): string | undefined {
  if (state === 'new-family' && new_families > 0) return pluralize(new_families, 'family', 'families')
  if (state === 'new-child' && known_families > 0)
    return `in ${pluralize(known_families, 'family', 'families')}`
  return undefined
}

function ImportButtons({ review, isSaving }: { review: Review; isSaving: boolean }) {
  const toast = useToast('import families')
  const { totals } = review
  const children = importedChildren(totals)
  const families = importedFamiliesText(totals.new_families + totals.known_families, children)
  const run = useImportFamilies({
    onSuccess: (done) => {
      const invited = done.invitations > 0 ? `, ${pluralize(done.invitations, 'invitation')} sent` : ''
      toast.success('Success', `${importedFamiliesText(done.families, done.children)} imported${invited}`)
    },
    onError: (error) => toast.error('Error', importErrorMessage(error)),
  })
  return (
    <ImportBar>
      <ChooseAnotherFile
        reviewId={review.id}
        useDiscard={familyReview.useDiscard}
        description="The lines of this file are deleted at once. No family has been added."
        disabled={run.isPending}
      />
      <Button
        loading={run.isPending}
        disabled={children === 0 || isSaving}
        onClick={() => run.mutate({ id: review.id, version: review.version })}
      >
        {children === 0
          ? 'Nothing to import'
          : run.isPending
            ? `Importing ${families}…`
            : `Import ${families}`}
      </Button>
    </ImportBar>
  )
}
