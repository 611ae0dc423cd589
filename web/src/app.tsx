import { CSPProvider } from '@base-ui/react/csp-provider'
import { QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, Suspense, useEffect, useLayoutEffect } from 'react'
import './admin/board/offline/offline-board'
import { AppRoutes } from './app-routes'
import { showLanguage } from './language/language'
import { AuthProvider, useAuth } from './lib/auth-provider'
import { languageOfPage, reportMissingSpanish } from './lib/language-choice'
import { serverNow, useProgramFacts } from './lib/program'
import { queryClient } from './lib/query-client'
import { RouteFocus, SkipLink } from './route-focus'
import { Router, useLocation } from './router/router'
import { ClockBanner, OfflineBanner } from './ui/feedback/banners'
import { ErrorBoundary } from './ui/feedback/error-boundary'
import { PageLoading } from './ui/feedback/spinner'
import { ToastProvider } from './ui/feedback/toast-provider'
import { lazyWithRetry } from './ui/lazy-with-retry'
import { ProgramContext } from './ui/program'

const DeferredServices = lazyWithRetry(
  () => import('./deferred-services'),
  (m) => m.DeferredServices,
  { renderError: () => null },
)

type AppProps = {
  /** Called when the first page is on the screen and reacts. */
  onReady?: () => void
}

export function App({ onReady }: AppProps) {
  const program = useProgramFacts()
  return (
    <CSPProvider disableStyleElements>
      <ErrorBoundary>
        <QueryClientProvider client={queryClient}>
          <ProgramContext value={program}>
            <ToastProvider>
              <AuthProvider>
                <Router>
                  <PageLanguage />
                  <SkipLink />
                  <OfflineBanner />
                  {program.isClockSet && <ClockBanner now={serverNow()} timeZone={program.timeZone} />}
                  <RouteFocus />
                  <Screen onReady={onReady}>
                    <AppRoutes />
                  </Screen>
                  <DeferredServices />
                </Router>
              </AuthProvider>
            </ToastProvider>
          </ProgramContext>
        </QueryClientProvider>
      </ErrorBoundary>
    </CSPProvider>
  )
}

function Screen({ children, onReady }: AppProps & { children: ReactNode }) {
  const { pathname } = useLocation()
  const { isReloading } = useAuth()
  if (isReloading) return <PageLoading />
  return (
    <ErrorBoundary resetOn={pathname}>
      <Suspense fallback={<PageLoading />}>
        {children}
        <PageReady onReady={onReady} />
      </Suspense>
    </ErrorBoundary>
  )
}

/** Follows the account that signs in, and the portal. */
function PageLanguage() {
  const { pathname } = useLocation()
  const { session } = useAuth()
  useLayoutEffect(() => {
    showLanguage(languageOfPage(pathname, session)).catch(reportMissingSpanish)
  }, [pathname, session])
  return null
}

/** Beside the page, so that it is hydrated too. */
function PageReady({ onReady }: AppProps) {
  useEffect(() => onReady?.(), [onReady])
  return null
}
