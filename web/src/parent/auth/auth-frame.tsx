import type { ReactNode } from 'react'
import { useTexts } from '../../language/language'
import { LandingScene } from '../../ui/illustrations/landing-scene'
import { SignInStrip } from '../../ui/illustrations/sign-in-strip'
import { Card } from '../../ui/layout/card'
import { en } from './texts/en'

/**
 * The illustration and the card of every sign-in view: a strip above on phones, the whole scene beside it on desktops.
 * `below` is outside the card. Placed from the top, with Sign In in the middle: the tabs stay where they are.
 */
export function AuthFrame({ children, below }: { children: ReactNode; below?: ReactNode }) {
  const t = useTexts(en)
  return (
    <div className="lg:grid lg:min-h-[calc(100dvh-3.75rem)] lg:grid-cols-[minmax(0,5fr)_minmax(26rem,3fr)]">
      <div className="overflow-hidden bg-paper-sky text-on-paper-sky lg:flex lg:flex-col lg:justify-between">
        <SignInStrip className="block h-34 w-full lg:hidden" />
        <p className="hidden px-16 pt-16 font-display text-5xl leading-none font-bold tracking-tight lg:block">
          {t.hero[0]}
          <br />
          {t.hero[1]}
        </p>
        <LandingScene className="hidden w-full lg:block" />
      </div>
      <div className="relative -mt-7 px-4 pb-10 lg:mt-0 lg:px-8 lg:pt-[max(2rem,50dvh-17rem)] lg:pb-8">
        <Card className="mx-auto w-full max-w-[26rem] shadow-raised">{children}</Card>
        {below && <div className="mx-auto w-full max-w-[26rem]">{below}</div>}
      </div>
    </div>
  )
}
