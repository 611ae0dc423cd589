import {
  Backpack,
  Check,
  Circle,
  CircleSlash,
  Contrast,
  FileText,
  Hourglass,
  Mail,
  MailQuestion,
  MessageCircleQuestion,
  Pencil,
  PencilRuler,
  UserRound,
  Zap,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from '../cx'

export type BadgeTone = 'neutral' | 'warning' | 'success' | 'danger' | 'info' | 'accent'

export function Badge({
  tone = 'neutral',
  icon,
  children,
  className,
}: {
  tone?: BadgeTone
  icon?: ReactNode
  children: ReactNode
  className?: string
}) {
  return (
    <span className={cx('kit-badge', `kit-tone-${tone}`, className)}>
      {icon}
      {children}
    </span>
  )
}

/** A count beside a heading. */
export function CountBadge({ count, label }: { count: number; label?: string }) {
  return (
    <span className="inline-flex h-6 min-w-6 items-center justify-center rounded-full bg-warning px-2 text-xs leading-none font-semibold text-on-warning tabular-nums">
      {count}
      {label && <span className="sr-only"> {label}</span>}
    </span>
  )
}

const statuses = {
  edited: ['warning', Pencil],
  submitted: ['info', Circle],
  billed: ['warning', FileText],
  partial: ['accent', Contrast],
  paid: ['success', Check],
  not_billed: ['neutral', Circle],
  guest: ['neutral', UserRound],
  draft: ['warning', PencilRuler],
  published: ['success', Check],
  'drop-in': ['warning', Zap],
  registered: ['neutral', Backpack],
  active: ['success', Check],
  inactive: ['neutral', Circle],
  invited: ['info', Mail],
  not_invited: ['warning', MailQuestion],
  suspended: ['danger', CircleSlash],
  asked_to_cancel: ['warning', MessageCircleQuestion],
  cancelled: ['danger', CircleSlash],
  waiting: ['warning', Hourglass],
  unanswered: ['neutral', Hourglass],
  approved: ['success', Check],
  declined: ['danger', CircleSlash],
} as const satisfies Record<string, readonly [BadgeTone, typeof Circle]>

export type Status = keyof typeof statuses

/** A status as colour, icon and word: never colour alone. */
export function StatusBadge({ status, children }: { status: Status; children: ReactNode }) {
  const [tone, Icon] = statuses[status]
  return (
    <Badge tone={tone} icon={<Icon aria-hidden="true" />}>
      {children}
    </Badge>
  )
}
