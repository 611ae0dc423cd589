import { TEMPLATE_TYPES, type TemplateType } from '@aftercare/domain/mail/mail-templates'

const TEXTS: Record<TemplateType, { name: string; kind: string }> = {
  'monthly-parent': { name: 'Monthly, parent', kind: 'Confirmation' },
  'monthly-admin': { name: 'Monthly, admin', kind: 'Notification' },
  'dropin-parent': { name: 'Drop-in, parent', kind: 'Confirmation' },
  'dropin-admin': { name: 'Drop-in, admin', kind: 'Notification' },
  'daily-report': { name: 'Daily report', kind: 'Weekdays at 12:00 PM' },
}

type TemplateListProps = {
  chosen: TemplateType
  isChanged: (type: TemplateType) => boolean
  /** What is wrong with its Spanish. */
  noticeOf: (type: TemplateType) => string | null
  onChoose: (type: TemplateType) => void
}

export function TemplateList({ chosen, isChanged, noticeOf, onChoose }: TemplateListProps) {
  return (
    <div className="rounded-panel border border-line bg-surface p-2">
      <ul aria-label="Email templates" className="grid gap-0.5">
        {TEMPLATE_TYPES.map((type) => (
          <li key={type}>
            <button
              type="button"
              aria-current={type === chosen ? 'true' : undefined}
              onClick={() => onChoose(type)}
              className="block min-h-tap w-full rounded-cell px-2.5 py-1 text-left -outline-offset-2 hover:bg-surface-inset aria-[current=true]:bg-accent-soft aria-[current=true]:text-accent-ink"
            >
              <span className="block font-semibold">{TEXTS[type].name}</span>
              <span className="block text-xs">
                {TEXTS[type].kind}
                {isChanged(type) && ', not saved'}
              </span>
              {noticeOf(type) && <span className="block text-xs font-semibold">{noticeOf(type)}</span>}
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}
