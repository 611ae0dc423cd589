import { type FieldMessages, messagesOf } from '@aftercare/domain/lib/field-rules'
import {
  checkTemplates,
  type MailTemplates,
  TEMPLATE_LABELS,
  TEMPLATE_TYPES,
  type TemplateType,
} from '@aftercare/domain/mail/mail-templates'
import { useRef } from 'react'
import { readChoice, useUrlState } from '../../lib/url-state'
import { useVersionedForm } from '../../lib/use-versioned-form'
import type { Versioned } from '../../lib/versioned-draft'
import { Card, CardTitle } from '../../ui/layout/card'
import { SettingsForm } from '../settings/settings-form'
import { apiFieldErrors, saveTemplatesOptions } from '../site-content/site-content.admin.api'
import { MailPreview } from './mail-preview'
import { TemplateList } from './template-list'
import { TestMail } from './test-mail'
import { WordingFields } from './wording-fields'

const FAILED = 'Failed to save email configuration'

/** Subject and preheader of all five mails are one form and saved together. */
export function TemplatesForm({ stored }: { stored: Versioned<MailTemplates> }) {
  const { params, change } = useUrlState()
  const type = readChoice(params, 'template', TEMPLATE_TYPES)
  const choose = (template: TemplateType) => change({ template }, { replace: true })
  const card = useRef<HTMLDivElement>(null)
  const form = useVersionedForm({
    name: 'email_templates',
    stored,
    mutation: saveTemplatesOptions,
    fieldErrors: apiFieldErrors,
    onSaved: () => form.toast.success('Success', 'Email configuration saved successfully'),
    onError: (error) => showError(apiFieldErrors(error)),
  })
  const { errors } = form
  const wording = form.values[type]

  const submit = () => {
    const found = messagesOf(checkTemplates(form.values))
    if (Object.keys(found).length > 0) showError(found)
    form.submit(found)
  }

  /** Selects the mail with the first error, unless the user has left this page. */
  const showError = (found: FieldMessages) => {
    const [name, message] = Object.entries(found)[0] ?? []
    const wrong = TEMPLATE_TYPES.find((each) => name?.startsWith(`${each}.`))
    if (card.current && wrong && !hasErrors(found, type)) choose(wrong)
    form.toast.error('Error', message ?? FAILED)
  }

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-[12.5rem_minmax(0,1fr)_minmax(0,1.2fr)]">
      <TemplateList chosen={type} isChanged={form.isChanged} onChoose={choose} />
      <div ref={card} className="grid gap-4">
        <Card as="section" aria-labelledby="template-title">
          <SettingsForm
            form={form}
            describe={(each, values) => [
              TEMPLATE_LABELS[each],
              `${values[each].subject.trim()}\n${values[each].preheader.trim()}`.trim(),
            ]}
            onSubmit={submit}
            onReset={() => form.discardFields(type)}
          >
            <CardTitle id="template-title">{TEMPLATE_LABELS[type]}</CardTitle>
            <WordingFields
              key={type}
              type={type}
              wording={wording}
              errors={{ subject: errors[`${type}.subject`], preheader: errors[`${type}.preheader`] }}
              onChange={(next) =>
                form.edit(
                  { [type]: next },
                  (['subject', 'preheader'] as const)
                    .filter((name) => next[name] !== wording[name])
                    .map((name) => `${type}.${name}`),
                )
              }
            />
          </SettingsForm>
        </Card>
        <TestMail type={type} isUnsaved={form.isDirty} />
      </div>
      <MailPreview type={type} wording={wording} />
    </div>
  )
}

const hasErrors = (errors: FieldMessages, type: TemplateType) =>
  Object.keys(errors).some((name) => name.startsWith(`${type}.`))
