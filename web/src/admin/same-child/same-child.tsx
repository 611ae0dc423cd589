import { hasAllergies } from '@aftercare/domain/children/allergies'
import {
  type KnownFamily,
  type SameChild,
  SUSPENDED_ACCOUNT,
  sameChildQuestion,
} from '@aftercare/domain/guest-claims/same-child'
import { isolate } from '@aftercare/domain/lib/isolate'
import { useId, useState } from 'react'
import { formErrorMessage } from '../../lib/form-error-message'
import { scopedToast } from '../../lib/scoped-toast'
import { StatusBadge } from '../../ui/data/badge'
import { Button } from '../../ui/inputs/button'
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog'
import { useAskAboutChildAgain, useLinkToChild, useMarkAnotherChild } from './same-child.api'

type SameChildProps = {
  submissionId: string
  known: KnownFamily | null | undefined
  /** The answers need a connection. */
  isOffline?: boolean
  /** In a table, whose rows are low. */
  isCompact?: boolean
}

/** About a guest with the email of a family: which child is it, and is the account suspended? */
export function SameChildQuestion({
  submissionId,
  known,
  isOffline = false,
  isCompact = false,
}: SameChildProps) {
  const { confirmed, link, keepApart } = useAnswers(submissionId)
  if (!known) return null
  const { same_children, is_suspended } = known
  return (
    <div className="grid justify-items-start gap-1.5">
      {same_children.map((child, index) => (
        <Candidate
          key={child.id}
          child={child}
          isOneOfSeveral={same_children.length > 1}
          isCompact={isCompact}
          disabled={isOffline || link.isPending || keepApart.isPending}
          onSame={() => confirmed.ask(child)}
          onAnother={index === same_children.length - 1 ? () => keepApart.mutate(submissionId) : undefined}
        />
      ))}
      {same_children.length > 0 && isOffline && (
        <p className="text-sm text-muted">You can answer once there is a connection.</p>
      )}
      {is_suspended && <StatusBadge status="suspended">{SUSPENDED_ACCOUNT}</StatusBadge>}
      <ConfirmDialog
        open={confirmed.isOpen}
        onOpenChange={(open) => !open && confirmed.close()}
        title={confirmed.child && sameChildQuestion(confirmed.child)}
        description={confirmed.child && linkDescription(confirmed.child)}
        confirmLabel="Same child"
        variant="primary"
        loading={link.isPending}
        onConfirm={() => confirmed.child && link.mutate({ submissionId, child: confirmed.child })}
      />
    </div>
  )
}

const linkDescription = ({ name, parent_name }: SameChild) =>
  `The guest's submission moves to ${isolate(name)} in the account of ${isolate(parent_name)}, with its days and fee, and the family sees it there. On the board both are one child from then on. This cannot be undone.`

function useAnswers(submissionId: string) {
  const [child, setChild] = useState<SameChild | null>(null)
  const [isOpen, setOpen] = useState(false)
  const toast = scopedToast(`same child ${submissionId}`)
  const onError = (error: Error) => {
    setOpen(false)
    toast.error('Error', formErrorMessage(error, 'Failed to update submission.'))
  }
  const link = useLinkToChild({
    onSuccess: (_, linked) => {
      setOpen(false)
      toast.success('Success', `The submission belongs to ${isolate(linked.child.name)} now.`)
    },
    onError,
  })
  const askAgain = useAskAboutChildAgain({
    onSuccess: () => toast.success('Undone', 'The question is open again.'),
    onError,
  })
  const keepApart = useMarkAnotherChild({
    onSuccess: () =>
      toast.success('Success', 'Marked as another child.', {
        label: 'Undo',
        run: () => askAgain.mutate(submissionId),
      }),
    onError,
  })
  const ask = (next: SameChild) => {
    setChild(next)
    setOpen(true)
  }
  return { confirmed: { child, isOpen, ask, close: () => setOpen(false) }, link, keepApart }
}

type CandidateProps = {
  child: SameChild
  isOneOfSeveral: boolean
  isCompact: boolean
  disabled: boolean
  onSame: () => void
  /** With the last child: it answers for all of them. */
  onAnother: (() => void) | undefined
}

function Candidate({ child, isOneOfSeveral, isCompact, disabled, onSame, onAnother }: CandidateProps) {
  const id = useId()
  const className = isCompact ? 'lg:not-coarse:min-h-7 lg:not-coarse:px-2 lg:not-coarse:text-xs' : undefined
  const answer = { variant: 'quiet', disabled, 'aria-describedby': id, className } as const
  return (
    <>
      <p id={id} className="wrap-anywhere">
        <b className="font-semibold">{sameChildQuestion(child)}</b>
        {isOneOfSeveral && <span className="block text-sm text-muted">{factsOf(child)}</span>}
      </p>
      <div className={isCompact ? 'flex flex-wrap gap-1.5' : 'flex flex-wrap gap-2'}>
        <Button {...answer} onClick={onSame}>
          Same child
        </Button>
        {onAnother && (
          <Button {...answer} onClick={onAnother}>
            Another child
          </Button>
        )}
      </div>
    </>
  )
}

/** What tells two children of one name apart. */
const factsOf = ({ grade, allergies, parent_name }: SameChild) =>
  [grade, hasAllergies(allergies) && allergies, parent_name].filter(Boolean).join(', ')
