import { useQuery } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { useAuth, useUser } from '../../auth/auth-provider'
import { useKeptEdits } from '../../auth/use-kept-edits'
import { Button } from '../../ui/button'
import { Card } from '../../ui/card'
import { useFailureToast } from '../../ui/failure-toast'
import { Field, TextInput } from '../../ui/field'
import { Skeleton } from '../../ui/skeleton'
import { ErrorState } from '../../ui/states'
import { ApiError } from '../api-client'
import type { Portal } from '../auth/auth.api'
import { useLive } from '../live'
import { useMessages } from '../messages'
import { refusalWords } from '../refusal-words'
import { useFieldErrors } from '../use-field-errors'
import { type ProfileValues, profileQuery, useSaveProfile } from './profile.api'

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
  useLive('profiles', ({ id }) => {
    if (id === user.id) void profile.refetch()
  })
  useFailureToast(profile.isError, words.loadFailed)

  if (profile.isError && !profile.data) {
    return <ErrorState message={words.loadFailed} onRetry={() => void profile.refetch()} />
  }
  if (!profile.data) return <ProfileSkeleton words={words} />
  const { full_name, phone, email } = profile.data
  return <Editor portal={portal} words={words} stored={{ full_name, phone: phone ?? '' }} email={email} />
}

const EMAIL_NOTE = 'Email cannot be changed'

type EditorProps = { portal: Portal; words: ProfileWords; stored: ProfileValues; email: string }

function Editor({ portal, words, stored, email }: EditorProps) {
  const user = useUser()
  const { updateUser } = useAuth()
  const [edits, setEdits] = useKeptEdits<ProfileValues>(`profile ${portal}`)
  const say = useMessages(`profile ${portal}`)
  const { errors, ...fields } = useFieldErrors()
  const save = useSaveProfile(portal, user.id, {
    onSuccess: ({ full_name }, sent) => {
      // What was typed while it was on its way stays.
      setEdits((now) =>
        Object.fromEntries(
          Object.entries(now).filter(([name, text]) => text !== sent[name as keyof ProfileValues]),
        ),
      )
      updateUser({ full_name })
      say.success('Success', words.saved)
    },
    onError: (error) => {
      say.error('Error', refusalWords(error) ?? words.saveFailed)
      if (error instanceof ApiError) fields.show(error.fields)
    },
  })
  const values = { ...stored, ...edits }
  const change = (next: Partial<ProfileValues>) => {
    setEdits({ ...edits, ...next })
    fields.correct(...Object.keys(next))
  }

  const submit = (event: FormEvent) => {
    event.preventDefault()
    fields.clear()
    save.send(values)
  }

  return (
    <Card className="max-w-[36rem]">
      <form noValidate onSubmit={submit} className="grid gap-4">
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
            <Button
              kind="quiet"
              onClick={() => {
                setEdits({})
                fields.clear()
                say.clear()
              }}
            >
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
