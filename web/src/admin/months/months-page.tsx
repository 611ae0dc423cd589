import { isCurrentOrLater } from '@aftercare/domain/months/months'
import { Plus, TriangleAlert } from 'lucide-react'
import { useCallback, useState } from 'react'
import { useToday } from '../../lib/program'
import { useNavigate, useSearchParams } from '../../router/router'
import { Callout } from '../../ui/feedback/callout'
import { Skeleton } from '../../ui/feedback/skeleton'
import { EmptyState, ErrorState } from '../../ui/feedback/states'
import { useErrorToast } from '../../ui/feedback/use-error-toast'
import { SleepingCalendar } from '../../ui/illustrations/sleeping-calendar'
import { Button } from '../../ui/inputs/button'
import { PageHeader } from '../../ui/layout/page-header'
import { MonthCalendarSkeleton } from '../../ui/month-calendar/month-calendar-skeleton'
import { CreateMonthDialog } from './create-month-dialog'
import { MonthEditor } from './month-editor'
import { MonthList } from './month-list'
import { type AdminMonth, useAdminMonths } from './months.api'
import { useDeletedMonth } from './use-deleted-month'

const PATH = '/admin/months'

/** A late response must not navigate a user who has left the page. */
const isShown = (search?: string) =>
  window.location.pathname === PATH && (search === undefined || window.location.search === search)

/** The month in the URL; else the current or next one; else the latest. */
function monthToShow(
  months: readonly AdminMonth[],
  wanted: string | null,
  today: string,
): AdminMonth | undefined {
  return (
    months.find((month) => month.id === wanted) ??
    months.find((month) => isCurrentOrLater(month, today)) ??
    months.at(-1)
  )
}

export default function MonthsPage() {
  const { data: months, isError, isFetching, refetch } = useAdminMonths()
  const search = useSearchParams()
  const [creating, setCreating] = useState(false)
  const [isOpenDirty, setIsOpenDirty] = useState(false)
  const navigate = useNavigate()
  const today = useToday()
  const failed = isError && months === undefined
  useErrorToast(failed, 'Failed to load months from server.')
  const wanted = search.get('month')
  const chosen = monthToShow(months ?? [], wanted, today)
  const gone = useDeletedMonth(months, chosen, { wanted, isFresh: !isFetching, isDirty: isOpenDirty })
  const monthOfUrl = useCallback(
    (url: URL) =>
      url.pathname === PATH ? monthToShow(months ?? [], url.searchParams.get('month'), today)?.id : undefined,
    [months, today],
  )

  return (
    <>
      <PageHeader
        actions={
          <Button variant="quiet" icon={<Plus />} disabled={!months} onClick={() => setCreating(true)}>
            Create Month
          </Button>
        }
      />
      {failed && <ErrorState message="We couldn't load the months." onRetry={() => void refetch()} />}
      {!months && !failed && <MonthsLoading />}
      {gone.message && (
        <div role="alert" className="mb-3">
          <Callout tone="warning" icon={<TriangleAlert />}>
            {gone.message}
          </Callout>
        </div>
      )}
      {months?.length === 0 && (
        <EmptyState illustration={<SleepingCalendar />} title="No months yet">
          Create the first month, set its days and publish it to parents.
        </EmptyState>
      )}
      {months && chosen && (
        <div className="grid items-start gap-4 lg:grid-cols-[13.25rem_minmax(0,1fr)]">
          <MonthList months={months} chosenId={chosen.id} />
          <MonthEditor
            key={chosen.id}
            month={chosen}
            monthOfUrl={monthOfUrl}
            onDirtyChange={setIsOpenDirty}
            onDeleting={gone.markDeleting}
            onDeleted={(month) => {
              if (isShown(`?month=${month.id}`)) navigate(PATH, { replace: true })
            }}
          />
        </div>
      )}
      {months && (
        <CreateMonthDialog
          open={creating}
          onOpenChange={setCreating}
          existing={months}
          // Unsaved changes to the open month keep it open.
          onCreated={(month) => {
            if (!isOpenDirty && isShown()) navigate(`${PATH}?month=${month.id}`)
          }}
        />
      )}
    </>
  )
}

function MonthsLoading() {
  return (
    <div className="grid items-start gap-4 lg:grid-cols-[13.25rem_minmax(0,1fr)]">
      <Skeleton className="h-60 rounded-panel" />
      <div className="rounded-panel border border-line bg-surface p-4">
        <MonthCalendarSkeleton label="Loading months..." />
      </div>
    </div>
  )
}
