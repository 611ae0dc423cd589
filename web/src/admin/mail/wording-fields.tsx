import {
  type MailTemplate,
  PLACEHOLDERS,
  type TemplateType,
  unknownPlaceholders,
} from '@aftercare/domain/mail/mail-templates'
import { TriangleAlert } from 'lucide-react'
import { useId, useLayoutEffect, useRef } from 'react'
import { Callout } from '../../ui/feedback/callout'
import { Field, TextArea, TextInput } from '../../ui/inputs/field'

type Part = keyof MailTemplate

type WordingFieldsProps = {
  type: TemplateType
  wording: MailTemplate
  /** Of the Spanish wording, which may be empty. */
  lang?: 'es'
  errors: Partial<Record<Part, string>>
  onChange: (wording: MailTemplate) => void
}

export function WordingFields({ type, wording, lang, errors, onChange }: WordingFieldsProps) {
  const subject = useRef<HTMLInputElement>(null)
  const preheader = useRef<HTMLTextAreaElement>(null)
  const lastUsed = useRef<Part>('subject')
  const listId = useId()
  const caret = useRef<number | null>(null)
  const controlOf = (part: Part) => (part === 'subject' ? subject.current : preheader.current)

  // React's update would move the caret to the end.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once per text change
  useLayoutEffect(() => {
    if (caret.current === null) return
    controlOf(lastUsed.current)?.setSelectionRange(caret.current, caret.current)
    caret.current = null
  }, [wording])

  /** Replaces the selection in the last used field. */
  const insert = (placeholder: string) => {
    const part = lastUsed.current
    const control = controlOf(part)
    if (!control) return
    const text = wording[part]
    const start = control.selectionStart ?? text.length
    const end = control.selectionEnd ?? text.length
    control.focus()
    caret.current = start + placeholder.length
    onChange({ ...wording, [part]: text.slice(0, start) + placeholder + text.slice(end) })
  }

  const inSpanish = lang ? ' (Español)' : ''
  const unknown = [...new Set(Object.values(wording).flatMap((text) => unknownPlaceholders(text, type)))]
  return (
    <>
      <Field label={`Subject${inSpanish}`} required={!lang} error={errors.subject}>
        <TextInput
          ref={subject}
          lang={lang}
          value={wording.subject}
          onFocus={() => {
            lastUsed.current = 'subject'
          }}
          onValueChange={(text) => onChange({ ...wording, subject: text })}
        />
      </Field>
      <Field
        label={`Preheader${inSpanish}`}
        error={errors.preheader}
        description="The line an inbox shows after the subject."
      >
        <TextArea
          ref={preheader}
          lang={lang}
          rows={3}
          value={wording.preheader}
          onFocus={() => {
            lastUsed.current = 'preheader'
          }}
          // A mail's preheader is one line.
          onValueChange={(text) => onChange({ ...wording, preheader: text.replace(/[\r\n]+/g, ' ') })}
        />
      </Field>
      <div>
        <p id={listId} className="mb-1.5 text-sm font-semibold">
          {`Placeholders${inSpanish}`}
        </p>
        <ul aria-labelledby={listId} className="flex flex-wrap gap-1.5">
          {PLACEHOLDERS[type].map((name) => (
            <li key={name}>
              <button
                type="button"
                aria-label={`Insert {{${name}}}${inSpanish}`}
                onClick={() => insert(`{{${name}}}`)}
                className="min-h-7 rounded-xs bg-warning-soft px-2 font-mono text-xs font-semibold text-warning-ink hover:bg-warning hover:text-on-warning coarse:min-h-tap"
              >
                {`{{${name}}}`}
              </button>
            </li>
          ))}
        </ul>
      </div>
      {unknown.length > 0 && (
        <div role="status">
          <Callout tone="warning" icon={<TriangleAlert />}>
            Not a placeholder for this email, so it will be sent as typed:{' '}
            <b className="wrap-anywhere">{unknown.join(', ')}</b>
          </Callout>
        </div>
      )}
    </>
  )
}
