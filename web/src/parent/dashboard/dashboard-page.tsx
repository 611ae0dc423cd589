import { useTexts } from '../../language/language'
import { useAuth } from '../../lib/auth-provider'
import { RetryNote } from '../../ui/feedback/retry-note'
import { SkeletonCards } from '../../ui/feedback/skeleton'
import { useErrorToast } from '../../ui/feedback/use-error-toast'
import { Container } from '../../ui/layout/container'
import { usePageTitle } from '../../ui/layout/page-title'
import { BalanceNote } from '../balance/balance-note'
import { useChildren } from '../children/children.api'
import { useGuestClaims } from '../guest-claims/guest-claims.api'
import { GuestClaimsCard } from '../guest-claims/guest-claims-card'
import { AboutCard } from '../site-content/about-card'
import { LazySubmissionDialog } from '../submissions/lazy-submission-dialog'
import { AddPhone } from './add-phone'
import { AvailableMonths } from './available-months'
import { ChildChips } from './child-chips'
import { AddChildrenCard, DropInCard, NeedHelpCard } from './side-cards'
import { en } from './texts/en'
import { useOwnToday } from './today.api'
import { TodaySection } from './today-section'
import { YourSubmissions } from './your-submissions'

/** A signed-in parent's first page: open months, submissions, and contact. */
export default function DashboardPage() {
  usePageTitle()
  const t = useTexts(en)
  const { user } = useAuth()
  const children = useChildren()
  useErrorToast(children.isError, t.childrenLoadFailed)
  const claims = useGuestClaims()
  const { today, query: todayQuery } = useOwnToday()
  const hasChildren = (children.data?.length ?? 0) > 0
  return (
    <Container>
      <div className="grid gap-8 lg:grid-cols-[minmax(0,1fr)_19rem]">
        <div className="grid content-start gap-8">
          <div>
            <h1 className="text-2xl wrap-anywhere">
              <span className="block font-sans text-base font-normal text-muted">{t.welcome} </span>
              {user?.full_name || user?.email}
            </h1>
            {hasChildren && <ChildChips childRows={children.data ?? []} />}
            <BalanceNote />
            <RetryNote queries={[children, todayQuery, claims]} className="mt-4">
              {t.partFailed}
            </RetryNote>
            <AddPhone today={today} />
            <TodaySection today={today} childRows={children.data ?? []} />
            {/* On a phone the two urgent cards come before the lists. */}
            <div className="mt-4 empty:hidden lg:hidden">
              {children.data && (hasChildren ? <DropInCard /> : <AddChildrenCard />)}
            </div>
          </div>
          {/* One response fills all of it, so that nothing shifts. */}
          {children.isPending ? (
            <SkeletonCards label={t.loadingSubmissions} />
          ) : (
            <>
              {claims.data && claims.data.length > 0 && <GuestClaimsCard claims={claims.data} />}
              {hasChildren && <AvailableMonths childRows={children.data ?? []} />}
              <YourSubmissions />
            </>
          )}
        </div>
        <aside aria-label={t.helpAndInformation} className="grid content-start gap-4">
          <div className="hidden empty:hidden lg:block">
            {children.data && (hasChildren ? <DropInCard /> : <AddChildrenCard />)}
          </div>
          {!children.isPending && <NeedHelpCard />}
          {!children.isPending && <AboutCard />}
        </aside>
      </div>
      <LazySubmissionDialog />
    </Container>
  )
}
