import { Check, ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from '../../router/router'
import { cx } from '../../ui/cx'
import { Card, CardTitle } from '../../ui/layout/card'
import { OutdatedTexts } from '../site-content/outdated-texts'
import type { Onboarding } from './dashboard.api'

type Step = {
  title: string
  line: string
  isDone: boolean
  /** Omitted while an earlier step is required first. */
  to?: string
}

const stepsOf = ({ is_named, is_described, is_priced, month_id }: Onboarding): Step[] => [
  {
    title: 'Name your program',
    line: 'The name, logo, contact and time zone on every page, email and print.',
    isDone: is_named,
    to: '/admin/settings#program',
  },
  {
    title: 'Introduce your program',
    line: 'Your hours and how to reach you, which families see first.',
    isDone: is_described,
    to: '/admin/settings',
  },
  {
    title: 'Set your prices',
    line: "One price for regular days, one for early dismissals. Save them once, even if they're already right.",
    isDone: is_priced,
    to: '/admin/settings?tab=pricing',
  },
  {
    title: 'Create your first month',
    line: 'It starts as a draft that only staff can see.',
    isDone: month_id !== null,
    to: '/admin/months',
  },
  {
    title: 'Publish it',
    line: 'Mark the days that differ, then Save & Publish. This checklist then disappears.',
    isDone: false,
    to: month_id === null ? undefined : `/admin/months?month=${month_id}`,
  },
]

/** The first steps of a new programme, in any order but the last. */
export function OnboardingCard({ steps }: { steps: Onboarding }) {
  const list = stepsOf(steps)
  const next = list.findIndex((step) => !step.isDone)
  return (
    <Card as="section" aria-labelledby="onboarding">
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <CardTitle id="onboarding">Getting started</CardTitle>
        <p className="text-note text-muted tabular-nums">
          {list.filter((step) => step.isDone).length} of {list.length} done
        </p>
      </div>
      <OutdatedTexts className="mt-3" />
      <ol className="mt-2 -mb-1 divide-y divide-line">
        {list.map((step, index) => (
          <li key={step.title} aria-current={index === next ? 'step' : undefined}>
            <StepLine step={step} number={index + 1} isNext={index === next} />
          </li>
        ))}
      </ol>
    </Card>
  )
}

function StepLine({ step, number, isNext }: { step: Step; number: number; isNext: boolean }) {
  const { title, line, isDone, to } = step
  return (
    <Way to={to}>
      <span
        aria-hidden="true"
        className={cx(
          'grid size-8 flex-none place-items-center rounded-full border-2 text-sm font-bold tabular-nums',
          isDone && 'border-transparent bg-success-soft text-success-ink',
          isNext && 'border-transparent bg-accent text-on-accent',
          !isDone && !isNext && 'border-line-strong text-muted',
        )}
      >
        {isDone ? <Check className="size-4.5" /> : number}
      </span>
      <span className="min-w-0 flex-1">
        <span className="block font-semibold">
          {title}
          {isDone && <span className="sr-only"> (done)</span>}
        </span>
        <span className="block text-note text-muted">{line}</span>
      </span>
      {to && <ChevronRight className="size-5 flex-none text-muted" />}
    </Way>
  )
}

function Way({ to, children }: { to?: string; children: ReactNode }) {
  const layout = 'flex min-h-tap items-center gap-3 py-2.5'
  if (!to) return <div className={layout}>{children}</div>
  return (
    <Link
      to={to}
      className={cx(
        layout,
        '-mx-2 rounded-cell px-2 text-inherit no-underline -outline-offset-2 hover:bg-surface-inset',
      )}
    >
      {children}
    </Link>
  )
}
