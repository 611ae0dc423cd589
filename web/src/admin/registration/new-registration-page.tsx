import { isolate } from '@aftercare/domain/lib/isolate'
import { LANGUAGES, type Language } from '@aftercare/domain/lib/language'
import { History, UserPlus } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { RegistrationForm } from '../../features/registration/registration-form'
import { useRegistrationForm } from '../../features/registration/use-registration-form'
import { ApiError } from '../../lib/api-client'
import { useToast } from '../../lib/scoped-toast'
import { useFieldErrors } from '../../lib/use-field-errors'
import { useLocation, useNavigate } from '../../router/router'
import { PageLoading } from '../../ui/feedback/spinner'
import { EmptyState, ErrorState } from '../../ui/feedback/states'
import { Button, ButtonLink } from '../../ui/inputs/button'
import { SegmentedControl } from '../../ui/inputs/segmented-control'
import { PageHeader } from '../../ui/layout/page-header'
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog'
import { ChildSearch } from '../drop-ins/child-search'
import { newRegistrationHref } from '../new-registration-href'
import { parentHref } from '../parent-href'
import { PARENT_FAILED, useParent } from '../parents/parents.api'
import { useNewRegistrationQueries } from './use-new-registration-queries'
import { useSubmitNewRegistration } from './use-submit-new-registration'

const PAGE = newRegistrationHref()
const TO_SUBMISSIONS = { to: '/admin/submissions', label: 'Back to Submissions' }

/** A registration for a family or guest who called: first for whom, then the form that families have. */
export default function NewRegistrationPage() {
  const params = new URLSearchParams(useLocation().search)
  const [parentId, childId] = [params.get('parent'), params.get('child')]
  if (parentId) return <ForFamily key={`${parentId} ${childId}`} parentId={parentId} childId={childId} />
  if (params.has('guest'))
    return <NewRegistration parentId={null} who="a guest" childIds={NO_CHILDREN} language="en" />
  return <ChooseFamily />
}

const NO_CHILDREN: string[] = []

function ChooseFamily() {
  const navigate = useNavigate()
  return (
    <>
      <PageHeader title="New Registration" back={TO_SUBMISSIONS} />
      <div className="grid max-w-2xl grid-cols-1 gap-5">
        <ChildSearch
          description="Search by child, parent or email."
          onChoose={(child) => navigate(newRegistrationHref(child.parent.id, child.id))}
        />
        <div>
          <ButtonLink variant="quiet" to={`${PAGE}?guest`} icon={<UserPlus aria-hidden="true" />}>
            Somebody without an account
          </ButtonLink>
        </div>
      </div>
    </>
  )
}

function ForFamily({ parentId, childId }: { parentId: string; childId: string | null }) {
  const { data: parent, error, refetch } = useParent(parentId)
  const [childIds] = useState(() => (childId ? [childId] : NO_CHILDREN))
  if (parent) {
    return (
      <NewRegistration
        parentId={parent.family_of?.id ?? parent.id}
        who={parent.family_of?.name ?? (parent.full_name || parent.email)}
        childIds={childIds}
        language={parent.language ?? 'en'}
      />
    )
  }
  return (
    <>
      <PageHeader title="New Registration" back={TO_SUBMISSIONS} />
      {error instanceof ApiError && error.code === 'not-found' ? (
        <EmptyState title="Family not found">
          This family is no longer there.{' '}
          <ButtonLink variant="plain" to={PAGE}>
            Choose another family
          </ButtonLink>
        </EmptyState>
      ) : error ? (
        <ErrorState message={PARENT_FAILED} onRetry={() => void refetch()} />
      ) : (
        <PageLoading label="Loading the family" />
      )}
    </>
  )
}

const LANGUAGE_LABEL = 'Emails and agreement in'
const LANGUAGE_NAMES: Record<Language, ReactNode> = { en: 'English', es: <span lang="es">Español</span> }
const LANGUAGE_OPTIONS = LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value] }))

const BY_PHONE = {
  agree: 'Agreed by phone',
  missing: 'Check this once they have agreed.',
}

type NewRegistrationProps = {
  parentId: string | null
  who: string
  childIds: string[]
  /** That the family reads. */
  language: Language
}

function NewRegistration({ parentId, who, childIds, ...family }: NewRegistrationProps) {
  const navigate = useNavigate()
  const toast = useToast('new registration')
  const { errors, ...fields } = useFieldErrors()
  const [language, setLanguage] = useState(family.language)
  const { draft, queries, showPast } = useNewRegistrationQueries(parentId)
  const form = useRegistrationForm({
    isGuest: parentId === null,
    staff: { draft, childIds },
    queries,
    toast,
    clearErrors: fields.clearErrors,
  })
  const submit = useSubmitNewRegistration(form, {
    language,
    toast,
    fields,
    onStored: ({ id }) => navigate(`/admin/submissions?id=${id}`),
  })
  const isLoading =
    form.isLoading || queries.agreement.isPending || (parentId !== null && form.children.isPending)
  return (
    <>
      <PageHeader
        title="New Registration"
        back={parentId ? { to: parentHref(parentId), label: `Back to ${isolate(who)}` } : TO_SUBMISSIONS}
      />
      <div className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-2">
        <p className="mr-auto min-w-0 wrap-anywhere">
          For <b className="font-semibold">{isolate(who)}</b>
          <ButtonLink variant="plain" to={PAGE}>
            Somebody else
          </ButtonLink>
        </p>
        {showPast && (
          <Button variant="quiet" icon={<History aria-hidden="true" />} onClick={showPast}>
            Past months
          </Button>
        )}
        <span className="flex flex-wrap items-center gap-2">
          <span aria-hidden="true" className="text-sm text-muted">
            {LANGUAGE_LABEL}
          </span>
          <SegmentedControl
            label={LANGUAGE_LABEL}
            options={LANGUAGE_OPTIONS}
            value={language}
            onValueChange={setLanguage}
          />
        </span>
      </div>
      {form.hasFailed ? (
        <ErrorState message="Failed to load available months." onRetry={form.retry} />
      ) : isLoading ? (
        <PageLoading label="Loading the form" />
      ) : form.months.length === 0 ? (
        <EmptyState title="No Months Available">No month is published yet.</EmptyState>
      ) : (
        <RegistrationForm
          form={form}
          errors={errors}
          attempts={submit.attempts}
          isSending={submit.isSending}
          onSubmit={submit.submit}
          agreement={BY_PHONE}
        />
      )}
      <ConfirmDialog
        open={submit.question !== null}
        onOpenChange={submit.keepEditing}
        title="Add these days?"
        description={submit.question ?? ''}
        confirmLabel="Submit Registration"
        cancelLabel="Keep editing"
        variant="primary"
        loading={submit.isSending}
        onConfirm={submit.addAnyway}
      />
    </>
  )
}
