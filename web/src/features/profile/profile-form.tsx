import { PROFILE_RULES } from '@aftercare/domain/auth/account-rules'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { Portal } from '../../auth/auth.api'
import { useAuth, useUser } from '../../auth/auth-provider'
import { refusalWords } from '../../lib/error-message'
import { useMessages } from '../../lib/scoped-toast'
import { useFieldErrors } from '../../lib/use-field-errors'
import { type Stored, useVersionedDraft } from '../../lib/versioned-draft'
import { Skeleton } from '../../ui/feedback/skeleton'
import { BothValues, CHANGED_ELSEWHERE, StaleNote } from '../../ui/feedback/stale-note'
import { ErrorState } from '../../ui/feedback/states'
import { useFailureToast } from '../../ui/feedback/use-error-toast'
import { Button } from '../../ui/inputs/button'
import { Field, TextInput } from '../../ui/inputs/field'
import { Card } from '../../ui/layout/card'
import { type ProfileValues, profileQuery, storedProfile, useSaveProfile } from './profile.api'

export type ProfileWords = {
  phoneLabel: string
  loadFailed: string
  saved: string
  saveFailed: string
  /** Only the staff's page has the button. */
  reset?: string
}

/** Everybody's own profile: name and telephone number change, the address does not. */
export function ProfileForm({ portal, words }: { portal: Portal; words: ProfileWords }) {
  const user = useUser()
  const profile = useQuery(profileQuery(portal, user.id))
  useFailureToast(profile.isError, words.loadFailed)

  if (profile.isError && !profile.data) {
    return <ErrorState message={words.loadFailed} onRetry={() => void profile.refetch()} />
  }
  if (!profile.data) return <ProfileSkeleton words={words} />
  return (
    <Editor portal={portal} words={words} stored={storedProfile(profile.data)} email={profile.data.email} />
  )
}

const EMAIL_NOTE = 'Email cannot be changed'

type EditorProps = { portal: Portal; words: ProfileWords; stored: Stored<ProfileValues>; email: string }

function Editor({ portal, words, stored, email }: EditorProps) {
  const user = useUser()
  const { updateUser } = useAuth()
  const draft = useVersionedDraft(`profile ${portal}`, stored)
  const { values, conflicts } = draft
  const [saves, setSaves] = useState(0)
  const say = useMessages(`profile ${portal}`)
  const { errors, ...fields } = useFieldErrors()
  const save = useSaveProfile(portal, user.id, {
    onSuccess: ({ full_name }, sent) => {
      draft.commit(sent)
      updateUser({ full_name })
      say.success('Success', words.saved)
    },
    onError: (error) => {
      say.error('Error', refusalWords(error) ?? words.saveFailed)
      fields.showError(error)
    },
  })
  const change = (next: Partial<ProfileValues>) => {
    draft.edit(next, { isSaving: save.isPending })
    setSaves(0)
    fields.correct(...Object.keys(next))
  }
  const solve = (take: () => void) => () => {
    take()
    setSaves(0)
    fields.clear()
    say.clear()
  }

  const submit = (event: FormEvent) => {
    event.preventDefault()
    setSaves(saves + 1)
    if (fields.check(values, PROFILE_RULES) && conflicts.length === 0) save.send(draft.change)
  }

  return (
    <Card className="max-w-[36rem]">
      <form noValidate onSubmit={submit} className="grid gap-4">
        {conflicts.length > 0 && !save.isPending && (
          <StaleNote
            words={CHANGED_ELSEWHERE}
            saves={saves}
            onReplace={solve(draft.overwrite)}
            onDiscard={solve(draft.yieldConflicts)}
          >
            <BothValues
              rows={conflicts.map((name) => [
                name === 'phone' ? words.phoneLabel : 'Full Name',
                stored.values[name] || 'nothing',
                values[name].trim() || 'nothing',
              ])}
            />
          </StaleNote>
        )}
        <Field label="Full Name" error={errors.full_name}>
          <TextInput
            autoComplete="name"
            value={values.full_name}
            onValueChange={(full_name) => change({ full_name })}
          />
        </Field>
        <Field label="Email" description={EMAIL_NOTE}>
          <TextInput type="email" readOnly value={email} />
        </Field>
        <Field label={words.phoneLabel} error={errors.phone}>
          <TextInput
            type="tel"
            autoComplete="tel"
            value={values.phone}
            onValueChange={(phone) => change({ phone })}
          />
        </Field>
        <div className="flex flex-wrap justify-end gap-2">
          {words.reset && (
            <Button kind="quiet" onClick={solve(draft.discard)}>
              {words.reset}
            </Button>
          )}
          <Button type="submit" busy={save.isPending}>
            Save Changes
          </Button>
        </div>
      </form>
    </Card>
  )
}

/** As tall as the form, so that what follows it stays where it is. */
function ProfileSkeleton({ words }: { words: ProfileWords }) {
  const control = <Skeleton className="h-control w-full staff:desk:h-control-staff" />
  return (
    <div role="status" className="max-w-[36rem]">
      <span className="sr-only">Loading...</span>
      <Card aria-hidden="true" className="grid gap-4">
        <Field label="Full Name">{control}</Field>
        <Field label="Email" description={EMAIL_NOTE}>
          {control}
        </Field>
        <Field label={words.phoneLabel}>{control}</Field>
        <Skeleton className="ml-auto h-control w-38 staff:desk:h-control-staff" />
      </Card>
    </div>
  )
}
