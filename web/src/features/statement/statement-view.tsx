import type { UseQueryResult } from '@tanstack/react-query'
import { ChevronLeft, Printer } from 'lucide-react'
import { useTexts } from '../../language/language'
import { ApiError } from '../../lib/api-client'
import { useUrlState } from '../../lib/url-state'
import { PageLoading } from '../../ui/feedback/spinner'
import { ErrorState } from '../../ui/feedback/states'
import { useErrorToast } from '../../ui/feedback/use-error-toast'
import { Button, ButtonLink } from '../../ui/inputs/button'
import { SegmentedControl } from '../../ui/inputs/segmented-control'
import { usePageTitle } from '../../ui/layout/page-title'
import type { Statement } from './statement.api'
import { StatementSheet } from './statement-sheet'
import { en } from './texts/en'

/** Null where the URL has no valid year: the current one is shown. */
export function readYear(params: URLSearchParams): number | null {
  const year = params.get('year') ?? ''
  return /^2[01]\d\d$/.test(year) ? Number(year) : null
}

/** The statement as it will be printed, with controls above it that are not. */
export function StatementView({
  query,
  back,
}: {
  query: UseQueryResult<Statement>
  back: { to: string; label: string }
}) {
  const t = useTexts(en)
  const { data: statement, error, refetch } = query
  const { change } = useUrlState()
  const isUnknown = error instanceof ApiError && error.code === 'not-found'
  const hasFailed = error !== null && !statement
  useErrorToast(hasFailed && !isUnknown, t.loadFailed)
  const title = usePageTitle(statement && t.pageTitle(statement.year))
  return (
    <>
      <div className="mx-auto mb-4 flex max-w-[8in] flex-wrap items-center gap-x-3 gap-y-2 print:hidden">
        <ButtonLink to={back.to} variant="plain" icon={<ChevronLeft />} className="-ml-3">
          {back.label}
        </ButtonLink>
        <Button icon={<Printer />} disabled={!statement} className="ml-auto" onClick={() => window.print()}>
          {t.print}
        </Button>
        {/* On a line of their own, so that the button above does not move when they load. */}
        {statement && statement.years.length > 1 && (
          <div className="basis-full">
            <SegmentedControl
              label={t.year}
              options={yearsOf(statement).map((year) => ({ value: String(year), label: year }))}
              value={String(statement.year)}
              onValueChange={(year) => change({ year })}
            />
          </div>
        )}
      </div>
      {statement ? <StatementSheet statement={statement} /> : <h1 className="sr-only">{title}</h1>}
      {hasFailed &&
        (isUnknown ? (
          <ErrorState title={t.notFound.title} message={t.notFound.text} />
        ) : (
          <ErrorState message={t.loadFailed} onRetry={() => void refetch()} />
        ))}
      {!statement && !error && <PageLoading label={t.loading} />}
    </>
  )
}

/** Oldest first, including the year in the URL. */
const yearsOf = ({ year, years }: Statement) => [...new Set([...years, year])].sort((a, b) => a - b)
