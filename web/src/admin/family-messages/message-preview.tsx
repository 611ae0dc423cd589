import { useState } from 'react'
import { useDebouncedValue } from '../../lib/use-debounced-value'
import { Skeleton } from '../../ui/feedback/skeleton'
import { TableError } from '../../ui/feedback/states'
import { SegmentedControl } from '../../ui/inputs/segmented-control'
import { MailFrame } from '../mail/mail-frame'
import { type PreviewedMessage, useMessagePreview } from './family-messages.api'

const DEBOUNCE_MS = 350

const PARTS = [
  { value: 'mail', label: 'Email' },
  { value: 'text', label: 'Plain text' },
] as const

/** The real mail, as the first family would get it. Debounced. */
export function MessagePreview({ message }: { message: PreviewedMessage }) {
  // As text: the message is a new object each time.
  const debounced = useDebouncedValue(JSON.stringify(message), DEBOUNCE_MS)
  const { data, isError, refetch } = useMessagePreview(JSON.parse(debounced) as PreviewedMessage)
  const [part, setPart] = useState<(typeof PARTS)[number]['value']>('mail')
  return (
    <section aria-labelledby="message-preview" className="min-w-0">
      <div className="mb-2 flex flex-wrap items-center justify-between gap-2">
        <h3 id="message-preview" className="text-sm font-semibold">
          Preview
        </h3>
        <SegmentedControl label="Email version" options={PARTS} value={part} onValueChange={setPart} />
      </div>
      {isError && !data ? (
        <TableError message="We couldn't create the preview." onRetry={() => void refetch()} />
      ) : !data ? (
        <div role="status">
          <span className="sr-only">Loading preview...</span>
          <Skeleton className="h-70 w-full" />
        </div>
      ) : (
        <div className="overflow-hidden rounded-control border border-line">
          <p className="border-b border-line px-3 py-2 wrap-anywhere" data-testid="preview-subject">
            <span className="text-muted">Subject: </span>
            <b className="font-semibold">{data.subject || '(none yet)'}</b>
          </p>
          {part === 'mail' ? (
            <MailFrame html={data.html} title="Email preview" width={640} />
          ) : (
            <pre className="max-h-120 overflow-auto px-3 py-2 font-mono text-sm whitespace-pre-wrap wrap-anywhere">
              {data.text}
            </pre>
          )}
        </div>
      )}
    </section>
  )
}
