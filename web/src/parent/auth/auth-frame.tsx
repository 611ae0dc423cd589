import type { ReactNode } from 'react'
import { LandingScene } from '../../ui/illustrations/landing-scene'
import { SignInStrip } from '../../ui/illustrations/sign-in-strip'
import { ButtonLink } from '../../ui/inputs/button'
import { Card } from '../../ui/layout/card'

/** The picture and the card of every sign-in view: strip above on phones, the whole scene beside on desktops. */
export function AuthFrame({ children }: { children: ReactNode }) {
  return (
    <div className="desk:grid desk:min-h-[calc(100dvh-3.75rem)] desk:grid-cols-[minmax(0,5fr)_minmax(26rem,3fr)]">
      <div className="overflow-hidden bg-paper-sky text-on-paper-sky desk:flex desk:flex-col desk:justify-between">
        <SignInStrip className="block h-34 w-full desk:hidden" />
        <p className="hidden px-16 pt-16 font-display text-[4rem] leading-none font-bold tracking-[-0.02em] desk:block">
          Their afternoon,
          <br />
          in your hand.
        </p>
        <LandingScene className="hidden w-full desk:block" />
      </div>
      <div className="relative -mt-7 px-4 pb-10 desk:mt-0 desk:grid desk:content-center desk:px-8 desk:py-8">
        <Card className="mx-auto w-full max-w-[26rem] shadow-raised">{children}</Card>
        <div className="mx-auto w-full max-w-[26rem]">
          <p
            aria-hidden="true"
            className="mt-5 mb-3 flex items-center gap-3 text-sm text-muted before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line"
          >
            or
          </p>
          <ButtonLink to="/guest-portal" kind="quiet" block>
            Continue as Guest
          </ButtonLink>
        </div>
      </div>
    </div>
  )
}
