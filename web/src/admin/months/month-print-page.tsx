import { monthIndexOf } from '@aftercare/domain/lib/days'
import { monthLabel, toMonthCalendar } from '@aftercare/domain/months/months'
import { Printer } from 'lucide-react'
import { useParams } from '../../router/router'
import { PageLoading } from '../../ui/feedback/spinner'
import { ErrorState } from '../../ui/feedback/states'
import { useErrorToast } from '../../ui/feedback/use-error-toast'
import { Button, ButtonLink } from '../../ui/inputs/button'
import { usePageTitle } from '../../ui/layout/page-title'
import { MonthSheet } from './month-sheet'
import { useAdminMonths } from './months.api'

/** The saved month, for printing. */
export default function MonthPrintPage() {
  const { monthId } = useParams()
  const { data: months, isError, refetch } = useAdminMonths()
  const month = months?.find(({ id }) => id === monthId)
  const failed = isError && months === undefined
  useErrorToast(failed, 'Failed to load months from server.')
  const title = usePageTitle(month && monthLabel(month))
  const monthIndex = month ? monthIndexOf(month.month_name) : null
  if (!month || monthIndex === null) {
    return (
      <>
        <h1 className="sr-only">{title}</h1>
        {failed ? (
          <ErrorState message="We couldn't load the month." onRetry={() => void refetch()} />
        ) : months ? (
          <ErrorState title="Month not found" message="It may have been deleted." />
        ) : (
          <PageLoading />
        )}
      </>
    )
  }
  return (
    <>
      <div className="mb-4 flex items-center gap-2 print:hidden">
        <p className="mr-auto text-muted">One landscape page, Letter or A4.</p>
        <ButtonLink to={`/admin/months?month=${month.id}`} variant="quiet">
          Close
        </ButtonLink>
        <Button icon={<Printer />} onClick={() => window.print()}>
          Print
        </Button>
      </div>
      <section
        aria-label="Printout"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: on phones the sheet scrolls sideways, by keyboard too
        tabIndex={0}
        className="overflow-x-auto rounded-panel border border-line bg-white p-4 print:overflow-visible print:rounded-none print:border-0 print:p-0"
      >
        <MonthSheet calendar={toMonthCalendar(month)} monthIndex={monthIndex} />
      </section>
    </>
  )
}
