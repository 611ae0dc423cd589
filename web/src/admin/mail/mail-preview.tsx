import { MAX_LENGTH } from '@aftercare/domain/lib/field-lengths'
import {
  fillPlaceholders,
  fillSubject,
  type MailTemplate,
  SAMPLE_VALUES,
  TEMPLATE_LABELS,
  type TemplateType,
  templateWidth,
} from '@aftercare/domain/mail/mail-templates'
import { useEffect, useRef, useState } from 'react'
import { Avatar } from '../../ui/data/avatar'
import { Skeleton } from '../../ui/feedback/skeleton'
import { useElementWidth } from '../../ui/hooks/use-element-width'
import { SegmentedControl } from '../../ui/inputs/segmented-control'
import { Card, CardTitle } from '../../ui/layout/card'
import { useProgram } from '../../ui/program'
import { previewAddress } from './mail.admin.api'

type MailPreviewProps = { type: TemplateType; wording: MailTemplate }

const DEVICES = [
  { value: 'desktop', label: 'Desktop' },
  { value: 'phone', label: 'Phone' },
] as const

const TYPING_PAUSE_MS = 350
const PHONE_WIDTH = 375
const MARGIN = 40
const HEIGHT = 560

/** The inbox line follows each letter; the mail itself, which the server renders, follows when the typing pauses. */
export function MailPreview({ type, wording }: MailPreviewProps) {
  const program = useProgram()
  const [device, setDevice] = useState<(typeof DEVICES)[number]['value']>('desktop')
  const subject = fillSubject(wording.subject, SAMPLE_VALUES[type])
  const preheader = fillPlaceholders(wording.preheader, SAMPLE_VALUES[type])
  return (
    <Card as="section" aria-labelledby="preview-title" className="min-w-0">
      <div className="mb-2.5 flex flex-wrap items-center justify-between gap-2">
        <CardTitle id="preview-title">Preview</CardTitle>
        <SegmentedControl label="Preview width" options={DEVICES} value={device} onValueChange={setDevice} />
      </div>
      <div className="mb-3 flex gap-3 rounded-control border border-line px-3 py-2.5">
        <Avatar name={program.name} index={2} />
        <div className="min-w-0 flex-1 leading-snug" data-testid="inbox-line">
          <p className="font-strong">{program.name}</p>
          <p className="font-semibold wrap-anywhere">
            <Marked text={subject} />
          </p>
          <p className="truncate text-muted">
            <Marked text={preheader} />
          </p>
        </div>
      </div>
      <Frame
        address={useSettled(previewAddress(type, clipped(wording)))}
        title={`Preview of ${TEMPLATE_LABELS[type]}`}
        width={device === 'phone' ? PHONE_WIDTH : templateWidth(type) + MARGIN}
      />
    </Card>
  )
}

/** Texts too long to be saved are refused by the form; the preview goes on with what would fit. */
const clipped = ({ subject, preheader }: MailTemplate): MailTemplate => ({
  subject: subject.slice(0, MAX_LENGTH.subject),
  preheader: preheader.slice(0, MAX_LENGTH.preheader),
})

/** The value once it has not changed for a moment. */
function useSettled(value: string): string {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), TYPING_PAUSE_MS)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}

/** Placeholders that nothing fills stand out. */
function Marked({ text }: { text: string }) {
  return text.split(/(\{\{\s*\w+\s*\}\})/).map((part, index) =>
    index % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text, in order
      <mark key={index} className="rounded-xs bg-warning-soft px-0.5 text-warning-ink">
        {part}
      </mark>
    ) : (
      part
    ),
  )
}

/** The mail at its real width, made smaller where the column is narrower. */
function Frame({ address, title, width }: { address: string; title: string; width: number }) {
  const holder = useRef<HTMLDivElement>(null)
  const [loaded, setLoaded] = useState('')
  const room = useElementWidth(holder)
  const scale = Math.min(1, room / width)
  return (
    <div
      ref={holder}
      className="relative overflow-hidden rounded-control border border-line bg-surface-inset"
      style={{ height: HEIGHT }}
    >
      {loaded !== address && (
        <div role="status" className="absolute inset-0 grid content-start gap-3 p-4">
          <span className="sr-only">Loading preview...</span>
          <Skeleton className="h-12 w-full" />
          <Skeleton className="h-40 w-full" />
        </div>
      )}
      {room > 0 && (
        <iframe
          // A new frame each time: a frame that goes to another address would fill the browser's history.
          key={address}
          src={address}
          title={title}
          sandbox=""
          onLoad={() => setLoaded(address)}
          className="relative mx-auto block origin-top-left border-0 bg-transparent"
          style={{
            width,
            height: HEIGHT / scale,
            transform: `scale(${scale})`,
            marginLeft: scale < 1 ? 0 : (room - width) / 2,
          }}
        />
      )}
    </div>
  )
}
