import { NEW_PARENT_RULES } from '@aftercare/domain/auth/account-rules'
import type { ChildInput } from '@aftercare/domain/children/children'
import { MAX_LENGTH } from '@aftercare/domain/lib/field-lengths'
import { checkFields } from '@aftercare/domain/lib/field-rules'
import { isolate } from '@aftercare/domain/lib/isolate'
import { checkChildren } from '@aftercare/domain/parents/new-family'
import { UsersRound } from 'lucide-react'
import { useState } from 'react'
import { withoutBlankRows } from '../../features/children/child-values'
import { ApiError } from '../../lib/api-client'
import { controlsOf } from '../../lib/form-controls'
import { FormDialog } from '../../lib/form-dialog'
import { useToast } from '../../lib/scoped-toast'
import { useDraft } from '../../lib/use-draft'
import { useFieldErrors } from '../../lib/use-field-errors'
import { isSameText } from '../../lib/versioned-draft'
import { useNavigate } from '../../router/router'
import { Callout } from '../../ui/feedback/callout'
import { Button } from '../../ui/inputs/button'
import { Checkbox } from '../../ui/inputs/checkbox'
import { Field, TextInput } from '../../ui/inputs/field'
import { errorReason } from '../error-reason'
import { parentHref } from '../parent-href'
import { NEW_CHILD, NewChildren } from './new-children'
import { type KnownFamily, type NewFamily, useAddFamily } from './parents.api'

const EMPTY: NewFamily = {
  full_name: '',
  email: '',
  phone: '',
  children: [NEW_CHILD],
  send_invitation: false,
}

const typedChildren = (children: readonly ChildInput[]): ChildInput[] =>
  children
    .map((child) => ({
      ...child,
      pickup_people: withoutBlankRows(child.pickup_people),
      must_not_pick_up: withoutBlankRows(child.must_not_pick_up),
    }))
    .filter((child) => !isSameText(child, NEW_CHILD))

const knownFamilyOf = (error: Error): KnownFamily | null =>
  error instanceof ApiError && error.code === 'known-family' ? (error.stored as KnownFamily) : null

/** A family that calls: as an import would create it. An address that is known leads to its family. */
export function AddFamilyDialog({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate()
  const draft = useDraft('add family', { empty: EMPTY })
  const { values } = draft
  const { errors, ...fields } = useFieldErrors()
  const [known, setKnown] = useState<KnownFamily | null>(null)
  const toast = useToast('add family')
  const leave = () => {
    draft.clear()
    onClose()
  }
  const add = useAddFamily({
    onSuccess: ({ id, full_name, email }, sent) => {
      const invited = sent.send_invitation ? ` ${email} gets a link to choose a password.` : ''
      toast.success('Family added', `${isolate(full_name)} has been added.${invited}`)
      leave()
      navigate(parentHref(id))
    },
    onError: (error) => {
      setKnown(knownFamilyOf(error))
      fields.showError(error)
      toast.error('Family not added', errorReason(error))
    },
  })
  const change = (part: Partial<NewFamily>, ...corrected: string[]) => {
    draft.change(part)
    if ('email' in part) setKnown(null)
    fields.clearErrors(...corrected)
  }
  const control = controlsOf(values, (part) => change(part, ...Object.keys(part)))
  const submit = () => {
    toast.clear()
    // Without blank children and rows, so that the errors' indexes match what is shown.
    const { full_name, email, phone } = values
    const children = typedChildren(values.children)
    const found = {
      ...checkFields({ full_name, email, phone }, NEW_PARENT_RULES),
      ...checkChildren(children),
    }
    draft.change({ children })
    if (fields.show(found) === undefined) add.mutate({ ...values, children })
  }
  return (
    <FormDialog
      draft={draft}
      unsavedText="This family hasn't been added."
      loading={add.isPending}
      title="Add Family"
      description="Their account has no password until the parent chooses one behind the link that you send."
      saveLabel="Add Family"
      onSubmit={submit}
      onClose={leave}
    >
      <Field label="Full Name" required error={errors.full_name}>
        <TextInput autoComplete="off" maxLength={MAX_LENGTH.name} {...control('full_name')} />
      </Field>
      <Field label="Email" required error={errors.email}>
        <TextInput type="email" autoComplete="off" maxLength={MAX_LENGTH.email} {...control('email')} />
      </Field>
      {known && (
        <Callout icon={<UsersRound />}>
          <Button
            variant="plain"
            className="-my-2 -ml-3"
            onClick={() => {
              // With children typed, leaving asks before they are lost.
              if (typedChildren(values.children).length === 0) leave()
              navigate(parentHref(known.id))
            }}
          >
            Go to the family of {isolate(known.name)}
          </Button>
        </Callout>
      )}
      <Field label="Phone" error={errors.phone}>
        <TextInput type="tel" autoComplete="off" maxLength={MAX_LENGTH.phone} {...control('phone')} />
      </Field>
      <NewChildren
        list={values.children}
        errors={errors}
        onChange={(children, name) => change({ children }, name)}
      />
      <div className="border-t border-line pt-2">
        <Checkbox
          checked={values.send_invitation}
          onCheckedChange={(send_invitation) => change({ send_invitation })}
          label="Send invitation"
          description="An email with a link to choose a password, for 7 days. You can send it later on the family's page."
        />
      </div>
    </FormDialog>
  )
}
