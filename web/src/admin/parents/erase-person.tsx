import { capitalize } from '@aftercare/domain/lib/capitalize'
import { isolate } from '@aftercare/domain/lib/isolate'
import { formatUsd, toCents } from '@aftercare/domain/lib/money'
import { isSameName } from '@aftercare/domain/privacy/erasure'
import { Trash2, TriangleAlert } from 'lucide-react'
import { useId, useState } from 'react'
import { ApiError } from '../../lib/api-client'
import { FormDialog } from '../../lib/form-dialog'
import { formErrorMessage } from '../../lib/form-error-message'
import { useToast } from '../../lib/scoped-toast'
import { useDraft } from '../../lib/use-draft'
import { useFieldErrors } from '../../lib/use-field-errors'
import { useNavigate } from '../../router/router'
import { Callout } from '../../ui/feedback/callout'
import { ErrorState } from '../../ui/feedback/states'
import { Button } from '../../ui/inputs/button'
import { Checkbox } from '../../ui/inputs/checkbox'
import { Field, FieldError, TextInput } from '../../ui/inputs/field'
import { useErase, useErasure } from './erasure.api'
import type { ParentDetail } from './parents.api'

type Kind = 'family' | 'adult' | 'guest'

const kindOf = ({ is_guest, family_of }: ParentDetail): Kind =>
  is_guest ? 'guest' : family_of ? 'adult' : 'family'

const WHAT: Record<Kind, string> = {
  family:
    "The family's names, emails, phone numbers, allergies and notes are erased, and its adults are signed out. Days, fees, payments and attendance stay without names.",
  adult:
    "This adult's name, email and phone number are erased, and they are signed out. The family they joined stays as it is.",
  guest:
    'Names, email, phone number, allergies and notes of everything this guest sent are erased. Days and attendance stay without names.',
}

/** At the end of a family's, adult's or guest's page. */
export function ErasePerson({ parent }: { parent: ParentDetail }) {
  const [isAsking, setAsking] = useState(false)
  const kind = kindOf(parent)
  return (
    <div className="flex justify-end">
      <Button variant="danger-quiet" icon={<Trash2 aria-hidden="true" />} onClick={() => setAsking(true)}>
        Erase {kind}
      </Button>
      {isAsking && <EraseDialog parent={parent} kind={kind} onClose={() => setAsking(false)} />}
    </div>
  )
}

const EMPTY = { name: '', write_off: false }

function EraseDialog({ parent, kind, onClose }: { parent: ParentDetail; kind: Kind; onClose: () => void }) {
  const { data: erasure, isError, refetch } = useErasure(parent.id)
  const draft = useDraft(`erasing ${parent.id}`, { empty: EMPTY })
  const [problem, setProblem] = useState<string | null>(null)
  const { errors, ...fields } = useFieldErrors()
  const writeOffErrorId = useId()
  const navigate = useNavigate()
  const toast = useToast('erasing')
  const erase = useErase(parent.id, {
    onSuccess: () => {
      draft.clear()
      navigate('/admin/parent-users')
      toast.success(`${capitalize(kind)} erased`)
    },
    onError: (error) => {
      if (fields.showError(error) === undefined)
        setProblem(formErrorMessage(error, `Failed to erase the ${kind}`))
      if (error instanceof ApiError && error.status === 409) void refetch()
    },
  })
  const name = erasure?.name ?? parent.full_name
  const openFees = toCents(erasure?.open_fees ?? 0)
  const isBlocked = erasure !== undefined && erasure.obstacles.length > 0

  const submit = () => {
    setProblem(null)
    const rules = {
      name: (typed: string) => (isSameName(typed, name) ? undefined : `Please type "${name}".`),
      write_off: (isChecked: boolean) =>
        openFees === 0 || isChecked ? undefined : 'Please confirm that the open fees are written off.',
    }
    if (fields.check(draft.values, rules)) erase.mutate(draft.values)
  }
  const close = () => {
    draft.clear()
    onClose()
  }
  return (
    <FormDialog
      draft={draft}
      unsavedText="Nothing has been erased."
      loading={erase.isPending}
      title={`Erase ${isolate(name || parent.email)}?`}
      description={`${WHAT[kind]} This cannot be undone.`}
      saveLabel={`Erase ${kind}`}
      danger
      disabled={erasure === undefined || isBlocked}
      onSubmit={submit}
      onClose={close}
    >
      {!erasure && isError && (
        <ErrorState message="We couldn't check what stands in the way." onRetry={() => void refetch()} />
      )}
      {erasure && isBlocked && <Obstacles sentences={erasure.obstacles} />}
      {problem && !isBlocked && (
        <div role="alert">
          <Callout tone="danger" icon={<TriangleAlert aria-hidden="true" />}>
            {problem}
          </Callout>
        </div>
      )}
      {erasure && !isBlocked && (
        <>
          {openFees > 0 && (
            <div>
              <p className="text-sm font-semibold">Open fees: {formatUsd(openFees)}</p>
              <Checkbox
                checked={draft.values.write_off}
                onCheckedChange={(write_off) => {
                  draft.change({ write_off })
                  fields.clearErrors('write_off')
                }}
                errorId={errors.write_off ? writeOffErrorId : undefined}
                label={`Write off ${formatUsd(openFees)}`}
              />
              {errors.write_off && <FieldError id={writeOffErrorId}>{errors.write_off}</FieldError>}
            </div>
          )}
          <Field
            label={
              <>
                Type <bdi>{name}</bdi> to confirm
              </>
            }
            required
            error={errors.name}
          >
            <TextInput
              autoComplete="off"
              value={draft.values.name}
              onValueChange={(typed) => {
                draft.change({ name: typed })
                fields.clearErrors('name')
              }}
            />
          </Field>
        </>
      )}
    </FormDialog>
  )
}

function Obstacles({ sentences }: { sentences: readonly string[] }) {
  return (
    <div role="alert">
      <Callout tone="warning" icon={<TriangleAlert aria-hidden="true" />}>
        <p className="font-semibold">This stands in the way:</p>
        <ul className="list-disc pl-5">
          {sentences.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      </Callout>
    </div>
  )
}
