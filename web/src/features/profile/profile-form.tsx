import { PROFILE_RULES } from '@aftercare/domain/auth/account-rules'
import { checkFields } from '@aftercare/domain/lib/field-rules'
import { useQuery } from '@tanstack/react-query'
import { useTexts } from '../../language/language'
import type { Portal } from '../../lib/auth.api'
import { useUser } from '../../lib/auth-provider'
import { updateUser } from '../../lib/auth-store'
import { Form } from '../../lib/form'
import { FormConflict } from '../../lib/form-conflict'
import { formErrorMessage } from '../../lib/form-error-message'
import { useVersionedForm } from '../../lib/use-versioned-form'
import type { Versioned } from '../../lib/versioned-draft'
import { Skeleton } from '../../ui/feedback/skeleton'
import { ErrorState } from '../../ui/feedback/states'
import { useErrorToast } from '../../ui/feedback/use-error-toast'
import { Button } from '../../ui/inputs/button'
import { Field, TextInput } from '../../ui/inputs/field'
import { Card } from '../../ui/layout/card'
import { en as ui } from '../../ui/texts/en'
import { type ProfileValues, profileQuery, saveProfileOptions, storedProfile } from './profile.api'
import { en } from './texts/en'

export type ProfileTexts = {
  phoneLabel: string
  loadFailed: string
  saved: string
  saveFailed: string
  /** Only the staff's page has the button. */
  reset?: string
}

/** The user's own profile: name and phone can be changed, the email cannot. */
export function ProfileForm({ portal, texts }: { portal: Portal; texts: ProfileTexts }) {
  const user = useUser()
  const profile = useQuery(profileQuery(portal, user.id))
  useErrorToast(profile.isError, texts.loadFailed)

  if (profile.isError && !profile.data) {
    return <ErrorState message={texts.loadFailed} onRetry={() => void profile.refetch()} />
  }
  if (!profile.data) return <ProfileSkeleton texts={texts} />
  return (
    <Editor portal={portal} texts={texts} stored={storedProfile(profile.data)} email={profile.data.email} />
  )
}

type EditorProps = { portal: Portal; texts: ProfileTexts; stored: Versioned<ProfileValues>; email: string }

function Editor({ portal, texts, stored, email }: EditorProps) {
  const t = useTexts(en)
  const common = useTexts(ui)
  const user = useUser()
  const form = useVersionedForm({
    name: `profile ${portal}`,
    stored,
    mutation: saveProfileOptions(portal, user.id),
    onSaved: ({ full_name }) => {
      updateUser({ full_name })
      form.toast.success(t.saved, texts.saved)
    },
    onError: (error) => form.toast.error(common.error, formErrorMessage(error, texts.saveFailed)),
  })
  const { values, errors } = form

  const submit = () => {
    form.submit(checkFields(values, PROFILE_RULES))
  }

  return (
    <Card className="max-w-[36rem]">
      <Form draft={form} onSubmit={submit} className="grid gap-4">
        <FormConflict
          form={form}
          describe={(name, values) => [name === 'phone' ? texts.phoneLabel : t.fullName, values[name].trim()]}
        />
        <Field label={t.fullName} error={errors.full_name}>
          <TextInput autoComplete="name" {...form.control('full_name')} />
        </Field>
        <Field label={t.email} description={t.emailHint}>
          <TextInput type="email" readOnly value={email} />
        </Field>
        <Field label={texts.phoneLabel} error={errors.phone}>
          <TextInput type="tel" autoComplete="tel" {...form.control('phone')} />
        </Field>
        <div className="flex flex-wrap justify-end gap-2">
          {texts.reset && (
            <Button variant="quiet" onClick={form.discard}>
              {texts.reset}
            </Button>
          )}
          <Button type="submit" loading={form.isSaving}>
            {t.save}
          </Button>
        </div>
      </Form>
    </Card>
  )
}

/** As tall as the form, to avoid a layout shift. */
function ProfileSkeleton({ texts }: { texts: ProfileTexts }) {
  const t = useTexts(en)
  const common = useTexts(ui)
  const control = <Skeleton className="h-control w-full dense:lg:h-control-dense" />
  return (
    <div role="status" className="max-w-[36rem]">
      <span className="sr-only">{common.loading}</span>
      <Card aria-hidden="true" className="grid gap-4">
        <Field label={t.fullName}>{control}</Field>
        <Field label={t.email} description={t.emailHint}>
          {control}
        </Field>
        <Field label={texts.phoneLabel}>{control}</Field>
        <Skeleton className="ml-auto h-control w-38 dense:lg:h-control-dense" />
      </Card>
    </div>
  )
}
