import type { FieldErrors } from '@aftercare/domain/lib/field-rules'
import {
  checkTemplates,
  type MailTemplates,
  TEMPLATE_LABELS,
  TEMPLATE_TYPES,
  type TemplateType,
} from '@aftercare/domain/mail/mail-templates'
import { type FormEvent, useRef } from 'react'
import { useMessages } from '../../lib/scoped-toast'
import { readChoice, useAddress } from '../../lib/url-state'
import { useFieldErrors } from '../../lib/use-field-errors'
import { SavedNow, StaleNote } from '../../ui/feedback/stale-note'
import { Card, CardTitle } from '../../ui/layout/card'
import { useDraft } from '../settings/drafts'
import { FormFoot } from '../settings/form-foot'
import { refusedFields, type StoredSection, useSaveTemplates } from '../site-content/site-content.admin.api'
import { MailPreview } from './mail-preview'
import { TemplateList } from './template-list'
import { TestMail } from './test-mail'
import { WordingFields } from './wording-fields'

const FAILED = 'Failed to save email configuration'

/** Subject and preheader of all five mails are one form: saving keeps all of them. */
export function TemplatesForm({ stored }: { stored: StoredSection<MailTemplates> }) {
  const { params, change } = useAddress()
  const type = readChoice(params, 'template', TEMPLATE_TYPES)
  const choose = (template: TemplateType) => change({ template }, { replace: true })
  const say = useMessages('email templates')
  const draft = useDraft('email_templates', stored)
  const save = useSaveTemplates({
    onSuccess: ({ version }) => {
      draft.settle(version)
      say.success('Success', 'Email configuration saved successfully')
    },
    onError: (error) => say.error('Error', showErrors(refusedFields(error)) ?? FAILED),
  })
  const { errors, ...fields } = useFieldErrors()
  const form = useRef<HTMLFormElement>(null)
  const wording = draft.values[type]

  const submit = (event: FormEvent) => {
    event.preventDefault()
    const wrong = showErrors(checkTemplates(draft.values))
    if (wrong) return say.error('Error', wrong)
    draft.markSent()
    save.send({ values: draft.values, version: draft.version })
  }
  const solve = (take: () => void) => () => {
    take()
    fields.clear()
    say.clear()
  }

  /** The mail with the first error comes to the front, unless the response finds another page. */
  const showErrors = (found: FieldErrors) => {
    const wrong = TEMPLATE_TYPES.filter((each) =>
      Object.keys(found).some((name) => name.startsWith(`${each}.`)),
    )
    if (form.current && wrong[0] && !wrong.includes(type)) choose(wrong[0])
    return fields.show(found)
  }

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 desk:grid-cols-[12.5rem_minmax(0,1fr)_minmax(0,1.2fr)]">
      <TemplateList
        chosen={type}
        isChanged={(each) =>
          draft.isDirty && JSON.stringify(draft.values[each]) !== JSON.stringify(stored.values[each])
        }
        onChoose={choose}
      />
      <div className="grid gap-4">
        <Card as="section" aria-labelledby="template-title">
          <form ref={form} noValidate onSubmit={submit} className="grid gap-4">
            <CardTitle id="template-title">{TEMPLATE_LABELS[type]}</CardTitle>
            {draft.isStale && !save.isPending && (
              <StaleNote onReplace={solve(draft.insist)} onDiscard={solve(draft.drop)}>
                <SavedNow
                  rows={[
                    ['Subject', stored.values[type].subject],
                    ['Preheader', stored.values[type].preheader],
                  ]}
                />
              </StaleNote>
            )}
            <WordingFields
              key={type}
              type={type}
              wording={wording}
              errors={{ subject: errors[`${type}.subject`], preheader: errors[`${type}.preheader`] }}
              onChange={(next) => {
                draft.change({ ...draft.values, [type]: next })
                if (next.subject !== wording.subject) fields.correct(`${type}.subject`)
                if (next.preheader !== wording.preheader) fields.correct(`${type}.preheader`)
              }}
            />
            <FormFoot
              isDirty={draft.isDirty}
              isSaving={save.isPending}
              onReset={solve(() => draft.change({ ...draft.values, [type]: stored.values[type] }))}
            />
          </form>
        </Card>
        <TestMail type={type} isUnsaved={draft.isDirty} />
      </div>
      <MailPreview type={type} wording={wording} />
    </div>
  )
}
