import { ArrowRight, Mail, UserRoundPlus } from 'lucide-react'
import { useTexts } from '../../language/language'
import { richText } from '../../language/rich-text'
import { Link } from '../../router/router'
import { Card, CardLink, CardTitle } from '../../ui/layout/card'
import { useProgram } from '../../ui/program'
import { en } from './texts/en'

export function DropInCard() {
  const t = useTexts(en).dropIn
  return (
    <Link
      to="/day-drop-in"
      className="grid grid-cols-[1fr_auto] items-start gap-3 rounded-card bg-warning p-5 text-on-warning no-underline transition-[translate] duration-(--fast) hover:-translate-y-0.5"
    >
      <span>
        <CardTitle className="text-inherit">
          {richText(t.title, {
            lastMinute: <span className="whitespace-nowrap">{t.lastMinute}</span>,
          })}
        </CardTitle>
        <span className="mt-0.5 block text-sm">{t.text}</span>
      </span>
      <span
        aria-hidden="true"
        className="grid size-11 place-items-center rounded-control bg-on-warning text-warning"
      >
        <ArrowRight className="size-5" />
      </span>
    </Link>
  )
}

export function AddChildrenCard() {
  const t = useTexts(en).addChildren
  return (
    <CardLink to="/children" className="grid grid-cols-[2.75rem_1fr] items-start gap-4">
      <span
        aria-hidden="true"
        className="grid size-11 place-items-center rounded-control bg-day-regular text-day-regular-ink"
      >
        <UserRoundPlus className="size-5.5" />
      </span>
      <span>
        <CardTitle>{t.title}</CardTitle>
        <span className="mt-0.5 block text-sm text-muted">{t.text}</span>
      </span>
    </CardLink>
  )
}

export function NeedHelpCard() {
  const t = useTexts(en).help
  const { contactEmail } = useProgram()
  return (
    <Card as="section" aria-labelledby="need-help" className="grid grid-cols-[2.75rem_1fr] gap-4">
      <span
        aria-hidden="true"
        className="grid size-11 place-items-center rounded-control bg-info-soft text-info-ink"
      >
        <Mail className="size-5.5" />
      </span>
      <div>
        <CardTitle id="need-help">{t.title}</CardTitle>
        <p className="mt-0.5 text-sm text-muted">{t.text}</p>
        <a
          href={`mailto:${contactEmail}`}
          className="mt-1 inline-flex min-h-tap items-center font-semibold wrap-anywhere"
        >
          {contactEmail}
        </a>
      </div>
    </Card>
  )
}
