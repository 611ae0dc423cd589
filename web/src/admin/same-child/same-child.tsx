import { allergiesText, hasAllergies } from '@aftercare/domain/children/allergies'
import {
  type KnownFamily,
  type SameChild,
  SUSPENDED_ACCOUNT,
  sameChildAllergies,
  sameChildQuestion,
} from '@aftercare/domain/guest-claims/same-child'
import { isolate } from '@aftercare/domain/lib/isolate'
import { useId, useState } from 'react'
import { ApiError } from '../../lib/api-client'
import { scopedToast } from '../../lib/scoped-toast'
import { StatusBadge } from '../../ui/data/badge'
import { Button } from '../../ui/inputs/button'
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog'
import { errorReason } from '../error-reason'
import { useMay } from '../use-may'
import { useLinkToChild, useMarkAnotherChild } from './same-child.api'

type SameChildProps = {
  submissionId: string
  known: KnownFamily | null | undefined
  /** The answers need a connection. */
  isOffline?: boolean
  /** In a table, whose rows are low. */
  isCompact?: boolean
}

/** About a guest with the email of a family: which child is it, and is the account suspended? */
export const SameChildQuestion = ({ known, ...props }: SameChildProps) =>
  known ? <Question {...props} known={known} /> : null

type QuestionProps = SameChildProps & { known: KnownFamily }

function Question({ submissionId, known, isOffline = false, isCompact = false }: QuestionProps) {
  const { asked, link, keepApart } = useAnswers(submissionId)
  const { same_children, is_suspended } = known
  const mayAnswer = useMay('admin.submissions')
  return (
    <div className="grid justify-items-start gap-1.5">
      {same_children.map((child, index) => (
        <Candidate
          key={child.id}
          child={child}
          isOneOfSeveral={same_children.length > 1}
          isCompact={isCompact}
          mayAnswer={mayAnswer}
          disabled={isOffline || link.isPending || keepApart.isPending}
          onSame={child.may_link ? () => asked.ask({ child, isSame: true }) : undefined}
          onAnother={
            index === same_children.length - 1 ? () => asked.ask({ child, isSame: false }) : undefined
          }
        />
      ))}
      {same_children.length > 0 && isOffline && mayAnswer && (
        <p className="text-sm text-muted">You can answer once there is a connection.</p>
      )}
      {is_suspended && <StatusBadge status="suspended">{SUSPENDED_ACCOUNT}</StatusBadge>}
      <ConfirmDialog
        open={asked.about !== null}
        onOpenChange={(open) => !open && asked.close()}
        {...(asked.about?.isSame === false
          ? {
              title: `Another child than ${isolate(asked.about.child.name)}?`,
              description: apartDescription(asked.about.child, known),
              confirmLabel: 'Another child',
              onConfirm: () => keepApart.mutate(submissionId),
            }
          : {
              title: asked.about && sameChildQuestion(asked.about.child),
              description: asked.about && linkDescription(asked.about.child),
              confirmLabel: 'Same child',
              onConfirm: () => asked.about && link.mutate({ submissionId, child: asked.about.child }),
            })}
        variant="primary"
        loading={link.isPending || keepApart.isPending}
      />
    </div>
  )
}

const linkDescription = ({ name, parent_name }: SameChild) =>
  `The guest's submission moves to ${isolate(name)} in the account of ${isolate(parent_name)}, with its days and fee, and the family sees it there. On the board both are one child from then on. This cannot be undone.`

/** The answer is for all children of that name. */
function apartDescription({ name }: SameChild, known: KnownFamily) {
  const allergies = allergiesText(...sameChildAllergies(known))
  const shown = hasAllergies(allergies)
    ? `The allergies on file, ${isolate(allergies)}, are no longer shown with this guest`
    : 'Allergies on file are no longer shown with this guest'
  return `${shown}, and it may be released to those who must not pick up ${isolate(name)}. This cannot be undone.`
}

const BOOKED_TWICE = "If it is the same child, use that booking and remove the guest's."

function useAnswers(submissionId: string) {
  const [about, setAbout] = useState<{ child: SameChild; isSame: boolean } | null>(null)
  const toast = scopedToast(`same child ${submissionId}`)
  const onError = (error: Error) => {
    setAbout(null)
    const message = errorReason(error)
    const isBooked = error instanceof ApiError && error.code === 'already-booked'
    toast.error('Answer not saved', isBooked ? `${message} ${BOOKED_TWICE}` : message)
  }
  const link = useLinkToChild({
    onSuccess: (_, linked) => {
      setAbout(null)
      toast.success('Submission linked', `It belongs to ${isolate(linked.child.name)} now.`)
    },
    onError,
  })
  const keepApart = useMarkAnotherChild({
    onSuccess: () => {
      setAbout(null)
      toast.success('Marked as another child')
    },
    onError,
  })
  return { asked: { about, ask: setAbout, close: () => setAbout(null) }, link, keepApart }
}

type CandidateProps = {
  child: SameChild
  isOneOfSeveral: boolean
  isCompact: boolean
  mayAnswer: boolean
  disabled: boolean
  /** Where it may be linked. */
  onSame: (() => void) | undefined
  /** With the last child: it answers for all of them. */
  onAnother: (() => void) | undefined
}

function Candidate({
  child,
  isOneOfSeveral,
  isCompact,
  mayAnswer,
  disabled,
  onSame,
  onAnother,
}: CandidateProps) {
  const id = useId()
  const className = isCompact ? 'lg:not-coarse:min-h-7 lg:not-coarse:px-2 lg:not-coarse:text-xs' : undefined
  const answer = { variant: 'quiet', disabled, 'aria-describedby': id, className } as const
  return (
    <>
      <p id={id} className="wrap-anywhere">
        <b className="font-semibold">{sameChildQuestion(child)}</b>
        {isOneOfSeveral && <span className="block text-sm text-muted">{factsOf(child)}</span>}
      </p>
      {mayAnswer && (
        <div className={isCompact ? 'flex flex-wrap gap-1.5' : 'flex flex-wrap gap-2'}>
          {onSame && (
            <Button {...answer} onClick={onSame}>
              Same child
            </Button>
          )}
          {onAnother && (
            <Button {...answer} onClick={onAnother}>
              Another child
            </Button>
          )}
        </div>
      )}
    </>
  )
}

/** What tells two children of one name apart. */
const factsOf = ({ grade, allergies, parent_name }: SameChild) =>
  [grade, hasAllergies(allergies) && allergies, parent_name].filter(Boolean).join(', ')
