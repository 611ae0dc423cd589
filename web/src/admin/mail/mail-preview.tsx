import { MAX_LENGTH } from '@aftercare/domain/lib/field-lengths'
import type { Language } from '@aftercare/domain/lib/language'
import {
  fillPlaceholders,
  fillSubject,
  type MailTemplate,
  sampleValues,
  TEMPLATE_LABELS,
  type TemplateType,
  templateWidth,
} from '@aftercare/domain/mail/mail-templates'
import { isFamilyTemplate, type TemplateWording, wordingFor } from '@aftercare/domain/mail/spanish-templates'
import { useRef, useState } from 'react'
import { useDebouncedValue } from '../../lib/use-debounced-value'
import { Avatar } from '../../ui/data/avatar'
import { Skeleton } from '../../ui/feedback/skeleton'
import { useElementWidth } from '../../ui/hooks/use-element-width'
import { SegmentedControl } from '../../ui/inputs/segmented-control'
import { Card, CardTitle } from '../../ui/layout/card'
import { useProgram } from '../../ui/program'
import { previewUrl } from './mail.api'

type MailPreviewProps = {
  type: TemplateType
  wording: TemplateWording
  language: Language
  onLanguageChange: (language: Language) => void
}

const LANGUAGE_OPTIONS = [
  { value: 'en', label: 'English' },
  { value: 'es', label: <span lang="es">Español</span> },
] as const

const DEVICES = [
  { value: 'desktop', label: 'Desktop' },
  { value: 'phone', label: 'Phone' },
] as const

const DEBOUNCE_MS = 350
const PHONE_WIDTH = 375
const MARGIN = 40
const HEIGHT = 560

/** The inbox line updates on every keystroke; the mail itself, rendered by the server, is debounced. */
export function MailPreview({ type, wording, language, onLanguageChange }: MailPreviewProps) {
  const program = useProgram()
  const [device, setDevice] = useState<(typeof DEVICES)[number]['value']>('desktop')
  const worded = wordingFor(wording, language)
  const values = sampleValues(type, worded.language)
  const subject = fillSubject(worded.subject, values)
  const preheader = fillPlaceholders(worded.preheader, values)
  return (
    <Card as="section" aria-labelledby="preview-title" className="min-w-0">
      <div className="mb-2.5 flex flex-wrap items-center justify-between gap-2">
        <CardTitle id="preview-title" className="mr-auto">
          Preview
        </CardTitle>
        {isFamilyTemplate(type) && (
          <SegmentedControl
            label="Preview language"
            options={LANGUAGE_OPTIONS}
            value={language}
            onValueChange={onLanguageChange}
          />
        )}
        <SegmentedControl label="Preview width" options={DEVICES} value={device} onValueChange={setDevice} />
      </div>
      <div className="mb-3 flex gap-3 rounded-control border border-line px-3 py-2.5">
        <Avatar name={program.name} index={2} />
        <div className="min-w-0 flex-1 leading-snug" data-testid="inbox-line" lang={worded.language}>
          <p className="font-semibold">{program.name}</p>
          <p className="font-semibold wrap-anywhere">
            <HighlightPlaceholders text={subject} />
          </p>
          <p className="truncate text-muted">
            <HighlightPlaceholders text={preheader} />
          </p>
        </div>
      </div>
      <Frame
        src={useDebouncedValue(previewUrl(type, truncateBoth(wording), language), DEBOUNCE_MS)}
        title={`Preview of ${TEMPLATE_LABELS[type]}`}
        width={device === 'phone' ? PHONE_WIDTH : templateWidth(type) + MARGIN}
      />
    </Card>
  )
}

/** The form rejects texts over the limit; the preview shows what fits. */
const truncate = ({ subject, preheader }: MailTemplate): MailTemplate => ({
  subject: subject.slice(0, MAX_LENGTH.subject),
  preheader: preheader.slice(0, MAX_LENGTH.preheader),
})

const truncateBoth = ({ spanish, ...english }: TemplateWording): TemplateWording => ({
  ...truncate(english),
  spanish: spanish && truncate(spanish),
})

/** Highlights unknown placeholders. */
function HighlightPlaceholders({ text }: { text: string }) {
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

/** The mail at its real width, scaled down in a narrower column. */
function Frame({ src, title, width }: { src: string; title: string; width: number }) {
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
      {loaded !== src && (
        <div role="status" className="absolute inset-0 grid content-start gap-3 p-4">
          <span className="sr-only">Loading preview...</span>
          <Skeleton className="h-12 w-full" />
          <Skeleton className="h-40 w-full" />
        </div>
      )}
      {room > 0 && (
        <iframe
          // A new frame each time: navigating the same frame would add history entries.
          key={src}
          src={src}
          title={title}
          sandbox=""
          onLoad={() => setLoaded(src)}
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
