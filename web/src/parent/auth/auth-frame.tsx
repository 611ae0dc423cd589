import type { ReactNode } from 'react'
import { LandingScene } from '../../ui/illustrations/landing-scene'
import { SignInStrip } from '../../ui/illustrations/sign-in-strip'
import { ButtonLink } from '../../ui/inputs/button'
import { Card } from '../../ui/layout/card'

/** The illustration and the card of every sign-in view: a strip above on phones, the whole scene beside it on desktops. */
export function AuthFrame({ children }: { children: ReactNode }) {
  return (
    <div className="lg:grid lg:min-h-[calc(100dvh-3.75rem)] lg:grid-cols-[minmax(0,5fr)_minmax(26rem,3fr)]">
      <div className="overflow-hidden bg-paper-sky text-on-paper-sky lg:flex lg:flex-col lg:justify-between">
        <SignInStrip className="block h-34 w-full lg:hidden" />
        <p className="hidden px-16 pt-16 font-display text-[4rem] leading-none font-bold tracking-[-0.02em] lg:block">
          Their afternoon,
          <br />
          in your hand.
        </p>
        <LandingScene className="hidden w-full lg:block" />
      </div>
      <div className="relative -mt-7 px-4 pb-10 lg:mt-0 lg:grid lg:content-center lg:px-8 lg:py-8">
        <Card className="mx-auto w-full max-w-[26rem] shadow-raised">{children}</Card>
        <div className="mx-auto w-full max-w-[26rem]">
          <p
            aria-hidden="true"
            className="mt-5 mb-3 flex items-center gap-3 text-sm text-muted before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line"
          >
            or
          </p>
          <ButtonLink to="/guest-portal" variant="quiet" block>
            Continue as Guest
          </ButtonLink>
        </div>
      </div>
    </div>
  )
}
