import { CalendarDays, Moon, ShieldCheck, UsersRound } from 'lucide-react'
import type { ReactNode } from 'react'
import { parseReceipt } from '../../features/submissions/receipt'
import { useTexts } from '../../language/language'
import { Link, useLocation, useNavigate } from '../../router/router'
import { cx } from '../../ui/cx'
import { LandingScene } from '../../ui/illustrations/landing-scene'
import { ButtonLink } from '../../ui/inputs/button'
import { Card, CardTitle } from '../../ui/layout/card'
import { usePageTitle } from '../../ui/layout/page-title'
import { lazyWithRetry } from '../../ui/lazy-with-retry'
import { AboutCard } from '../site-content/about-card'
import { en } from './texts/en'

const SentReceipt = lazyWithRetry(
  () => import('../registration/sent-receipt'),
  (m) => m.SentReceipt,
  { close: ({ onClose }) => onClose() },
)

/** The first page for visitors who are not signed in. */
export default function LandingPage() {
  usePageTitle()
  const t = useTexts(en)
  const navigate = useNavigate()
  const { state, ...url } = useLocation()
  const receipt = parseReceipt(state)
  return (
    <>
      {receipt && <SentReceipt receipt={receipt} onClose={() => navigate(url, { replace: true })} />}
      <Hero />
      <div className="mx-auto grid max-w-6xl gap-4 px-4 py-5 lg:px-8 lg:py-8">
        <ul className="grid grid-cols-2 gap-3 lg:grid-cols-4 lg:gap-4">
          {FEATURES.map(({ name, ...icon }) => (
            <Feature key={name} {...icon} {...t[name]} />
          ))}
        </ul>
        <AboutCard wide />
      </div>
    </>
  )
}

/** Opens the sign-up tab. */
const SIGN_UP = { tab: 'sign-up' }

function Hero() {
  const t = useTexts(en)
  return (
    <section aria-labelledby="welcome" className="relative overflow-hidden bg-paper-sky text-on-paper-sky">
      <div className="mx-auto max-w-6xl px-4 pt-8 lg:grid lg:min-h-116 lg:grid-cols-[minmax(0,1fr)_minmax(0,1.05fr)] lg:items-end lg:px-8 lg:pt-0">
        <div className="lg:self-center lg:py-12">
          <h1
            id="welcome"
            className="text-4xl leading-none font-extrabold tracking-tight text-inherit max-[359px]:text-3xl lg:text-5xl lg:whitespace-nowrap"
          >
            {t.heroTitle[0]}
            <br />
            {t.heroTitle[1]}
          </h1>
          <p className="mt-4 max-w-[36ch] text-lg">{t.heroText}</p>
          <div className="mt-6 grid grid-cols-2 items-center gap-3 lg:flex lg:flex-wrap">
            <ButtonLink to="/auth" className="px-3 lg:px-6">
              {t.signIn}
            </ButtonLink>
            <ButtonLink
              to="/auth"
              state={SIGN_UP}
              variant="quiet"
              className="border-transparent px-3 lg:px-6"
            >
              {t.createAccount}
            </ButtonLink>
            <Link
              to="/guest-portal"
              className="col-span-2 inline-flex min-h-control items-center justify-center px-3 font-semibold text-inherit underline decoration-2 underline-offset-4"
            >
              {t.continueAsGuest}
            </Link>
          </div>
        </div>
        <LandingScene className="-mx-4 -mb-px block h-auto w-[calc(100%+2rem)] lg:mx-0 lg:-mr-20 lg:w-[calc(100%+6rem)]" />
      </div>
    </section>
  )
}

type FeatureProps = { icon: ReactNode; tint: string; title: string; text: string }

const FEATURES = [
  { name: 'scheduling', icon: <CalendarDays />, tint: 'bg-day-regular text-day-regular-ink' },
  { name: 'children', icon: <UsersRound />, tint: 'bg-day-noon text-day-noon-ink' },
  { name: 'safe', icon: <ShieldCheck />, tint: 'bg-day-early text-day-early-ink' },
  { name: 'access', icon: <Moon />, tint: 'bg-day-no-school text-day-no-school-ink' },
] as const

function Feature({ icon, tint, title, text }: FeatureProps) {
  return (
    <Card as="li" className="p-4">
      <span
        aria-hidden="true"
        className={cx('mb-2.5 grid size-11 place-items-center rounded-control [&_svg]:size-5.5', tint)}
      >
        {icon}
      </span>
      <CardTitle>{title}</CardTitle>
      <p className="mt-0.5 text-sm text-muted">{text}</p>
    </Card>
  )
}
