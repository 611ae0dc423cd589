import { MAX_LENGTH } from '@aftercare/domain/lib/field-lengths'
import { controlsOf } from '../../lib/form-controls'
import { Field, TextArea, TextInput } from '../../ui/inputs/field'

export type MessageWords = { subject: string; text: string }

type MessageFieldsProps = {
  words: MessageWords
  errors: Partial<Record<keyof MessageWords, string>>
  onChange: (words: Partial<MessageWords>) => void
  rows: number
}

/** Subject and text of a message to families. */
export function MessageFields({ words, errors, onChange, rows }: MessageFieldsProps) {
  const control = controlsOf(words, onChange)
  const written = words.text.trim().length
  return (
    <>
      <Field label="Subject" required error={errors.subject}>
        <TextInput name="subject" maxLength={MAX_LENGTH.subject} autoComplete="off" {...control('subject')} />
      </Field>
      <Field
        label="Text"
        required
        error={errors.text}
        description={`${written.toLocaleString('en-US')} of ${MAX_LENGTH.message.toLocaleString('en-US')} characters. Leave a blank line to start a new paragraph.`}
      >
        <TextArea name="text" rows={rows} {...control('text')} />
      </Field>
    </>
  )
}
