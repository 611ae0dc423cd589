import {
  checkFields,
  type FieldErrors,
  type FieldMessages,
  messagesOf,
  nestErrors,
} from '@aftercare/domain/lib/field-rules'
import type { Language } from '@aftercare/domain/lib/language'
import {
  checkTemplates,
  type MailTemplate,
  TEMPLATE_LABELS,
  TEMPLATE_RULES,
  TEMPLATE_TYPES,
  type TemplateType,
} from '@aftercare/domain/mail/mail-templates'
import { FAMILY_TEMPLATE_TYPES, isFamilyTemplate } from '@aftercare/domain/mail/spanish-templates'
import type { Spanish } from '@aftercare/domain/site-content/spanish'
import { spanishNotice } from '@aftercare/domain/site-content/spanish-notice'
import { useRef, useState } from 'react'
import { withConnection } from '../../lib/form-error-message'
import { readChoice, useUrlState } from '../../lib/url-state'
import { useVersionedForm } from '../../lib/use-versioned-form'
import type { Versioned } from '../../lib/versioned-draft'
import { Card, CardTitle } from '../../ui/layout/card'
import { SettingsForm } from '../settings/settings-form'
import { apiFieldErrors, saveTemplatesOptions, type TemplateValues } from '../site-content/site-content.api'
import { SpanishSection } from '../site-content/spanish-section'
import { MailPreview } from './mail-preview'
import { TemplateList } from './template-list'
import { TestMail } from './test-mail'
import { WordingFields } from './wording-fields'

const FAILED = 'Failed to save email configuration'

/** Subject and preheader of all five mails are one form and saved together. */
export function TemplatesForm({ stored }: { stored: Versioned<TemplateValues> }) {
  const { params, change } = useUrlState()
  const type = readChoice(params, 'template', TEMPLATE_TYPES)
  const choose = (template: TemplateType) => change({ template }, { replace: true })
  const [chosenLanguage, setLanguage] = useState<Language>('en')
  const language = isFamilyTemplate(type) ? chosenLanguage : 'en'
  const card = useRef<HTMLDivElement>(null)
  const form = useVersionedForm({
    name: 'email_templates',
    stored,
    mutation: saveTemplatesOptions,
    fieldErrors: apiFieldErrors,
    onSaved: () => form.toast.success('Success', 'Email configuration saved successfully'),
    onError: (error) => showError(apiFieldErrors(error), withConnection(error, FAILED)),
  })
  const { errors } = form
  const wording = form.values[type]

  const submit = () => {
    const found = messagesOf({ ...checkTemplates(form.values), ...spanishErrors(form.values) })
    if (Object.keys(found).length > 0) showError(found)
    form.submit(found)
  }

  /** Selects the mail with the first error, unless the user has left this page. */
  const showError = (found: FieldMessages, failed = FAILED) => {
    const [name, message] = Object.entries(found)[0] ?? []
    const wrong = TEMPLATE_TYPES.find((each) => name?.replace(/^spanish\./, '').startsWith(`${each}.`))
    if (card.current && wrong && !hasErrors(found, type)) choose(wrong)
    form.toast.error('Error', message ?? failed)
  }

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-[12.5rem_minmax(0,1fr)_minmax(0,1.2fr)]">
      <TemplateList
        chosen={type}
        isChanged={form.isChanged}
        noticeOf={(each) => (isFamilyTemplate(each) ? spanishNotice(form.values[each].spanish) : null)}
        onChoose={choose}
      />
      <div ref={card} className="grid gap-4">
        <Card as="section" aria-labelledby="template-title">
          <SettingsForm
            form={form}
            describe={(each, values) => [TEMPLATE_LABELS[each], describeWording(values[each])]}
            onSubmit={submit}
            onReset={() => form.discardFields(type)}
          >
            <CardTitle id="template-title">{TEMPLATE_LABELS[type]}</CardTitle>
            <WordingFields
              key={type}
              type={type}
              wording={{ subject: wording.subject, preheader: wording.preheader }}
              errors={{ subject: errors[`${type}.subject`], preheader: errors[`${type}.preheader`] }}
              onChange={(next) =>
                form.edit(
                  { [type]: { ...wording, ...next } },
                  (['subject', 'preheader'] as const)
                    .filter((name) => next[name] !== wording[name])
                    .map((name) => `${type}.${name}`),
                )
              }
            />
            {isFamilyTemplate(type) && (
              <SpanishSection
                key={`${type} in Spanish`}
                spanish={wording.spanish}
                hasErrors={hasErrors(errors, `spanish.${type}`)}
                onConfirm={() =>
                  wording.spanish &&
                  form.edit({ [type]: { ...wording, spanish: { ...wording.spanish, outdated: false } } })
                }
              >
                <WordingFields
                  type={type}
                  lang="es"
                  wording={wording.spanish?.text ?? EMPTY}
                  errors={{
                    subject: errors[`spanish.${type}.text.subject`],
                    preheader: errors[`spanish.${type}.text.preheader`],
                  }}
                  onChange={(text) =>
                    form.edit({ [type]: { ...wording, spanish: spanishOf(text) } }, [
                      `spanish.${type}.text.subject`,
                      `spanish.${type}.text.preheader`,
                    ])
                  }
                />
              </SpanishSection>
            )}
          </SettingsForm>
        </Card>
        <TestMail type={type} language={language} isUnsaved={form.isDirty} />
      </div>
      <MailPreview
        type={type}
        wording={{ ...wording, spanish: wording.spanish?.text }}
        language={language}
        onLanguageChange={setLanguage}
      />
    </div>
  )
}

const hasErrors = (errors: FieldMessages, part: string) =>
  Object.keys(errors).some((name) => name.startsWith(`${part}.`))

const EMPTY: MailTemplate = { subject: '', preheader: '' }

const spanishOf = (text: MailTemplate): Spanish<MailTemplate> | null =>
  text.subject.trim() === '' && text.preheader.trim() === '' ? null : { text, outdated: false }

/** Named as the server names them. */
const spanishErrors = (values: TemplateValues): FieldErrors =>
  Object.assign(
    {},
    ...FAMILY_TEMPLATE_TYPES.map((type) => {
      const { spanish } = values[type]
      return spanish ? nestErrors(`spanish.${type}.text`, checkFields(spanish.text, TEMPLATE_RULES)) : {}
    }),
  )

const describeWording = ({ subject, preheader, spanish }: TemplateValues[TemplateType]): string =>
  [subject, preheader, spanish?.text.subject, spanish?.text.preheader]
    .flatMap((text) => text?.trim() || [])
    .join('\n')
