import { CalendarDays, ChevronRight, Zap } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTexts } from '../../language/language'
import { richText } from '../../language/rich-text'
import { Link } from '../../router/router'
import { cx } from '../../ui/cx'
import { CardLink, CardTitle } from '../../ui/layout/card'
import { Container } from '../../ui/layout/container'
import { PageHeader } from '../../ui/layout/page-header'
import { LINK_IN_TEXT } from '../../ui/link-in-text'
import { useProgram } from '../../ui/program'
import { en } from './texts/en'

/** What guests can do without an account. */
export default function GuestPortalPage() {
  const t = useTexts(en)
  const { contactEmail } = useProgram()
  return (
    <Container className="max-w-4xl">
      <PageHeader description={t.description} back={{ to: '/', label: t.back }} />
      <div className="grid gap-4 lg:grid-cols-2">
        <Choice
          to="/monthly-signup"
          icon={<CalendarDays />}
          tint="bg-day-regular text-day-regular-ink"
          {...t.month}
        />
        <Choice to="/day-drop-in" icon={<Zap />} tint="bg-warning text-on-warning" {...t.dropIn} />
      </div>
      <section aria-labelledby="guest-help" className="mt-8 max-w-[65ch]">
        <h2 id="guest-help" className="text-lg">
          {t.help.title}
        </h2>
        <p className="mt-1 text-muted">
          {richText(t.help.text, {
            create: (
              <Link to="/auth" state={{ tab: 'sign-up' }} className={LINK_IN_TEXT}>
                {t.help.create}
              </Link>
            ),
            email: (
              <a href={`mailto:${contactEmail}`} className={LINK_IN_TEXT}>
                {contactEmail}
              </a>
            ),
          })}
        </p>
      </section>
    </Container>
  )
}

type ChoiceProps = { to: string; icon: ReactNode; tint: string; title: string; text: string }

function Choice({ to, icon, tint, title, text }: ChoiceProps) {
  return (
    <CardLink to={to} className="grid grid-cols-[3.5rem_1fr_auto] items-center gap-4 lg:min-h-36 lg:p-6">
      <span
        aria-hidden="true"
        className={cx('grid size-14 place-items-center rounded-card [&_svg]:size-7', tint)}
      >
        {icon}
      </span>
      <span>
        <CardTitle>{title}</CardTitle>
        <span className="mt-0.5 block text-muted">{text}</span>
      </span>
      <ChevronRight className="size-5.5 text-muted" />
    </CardLink>
  )
}
