import { CalendarPlus, Copy, KeyRound } from 'lucide-react'
import { useRef, useState } from 'react'
import { useUser } from '../../lib/auth-provider'
import { getErrorMessage } from '../../lib/error-message'
import { useToast } from '../../lib/scoped-toast'
import { Callout } from '../../ui/feedback/callout'
import { Skeleton } from '../../ui/feedback/skeleton'
import { TableError } from '../../ui/feedback/states'
import { Button, buttonClass } from '../../ui/inputs/button'
import { Field, TextInput } from '../../ui/inputs/field'
import { Card, CardTitle } from '../../ui/layout/card'
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog'
import { type CalendarFeed, type FeedChange, useCalendarFeed, useChangeFeed } from './calendar-feed.api'

const LOAD_FAILED = "We couldn't load your calendar link"
const CHANGE_FAILED = "We couldn't change your calendar link. Please try again."

const DONE: Record<FeedChange, [title: string, message: string]> = {
  make: ['Calendar link created', 'Press Add to your calendar again to open your calendar app.'],
  replace: ['Calendar link replaced', 'The old link no longer works. Use the new one from now on.'],
  'switch off': ['Calendar link turned off', 'The link no longer works.'],
}

/** The family's days in its own calendar app, by a private URL. */
export function CalendarCard() {
  const user = useUser()
  const { data: feed, isError, refetch } = useCalendarFeed(user.id)
  const toast = useToast('calendar feed')
  const [asking, setAsking] = useState<Exclude<FeedChange, 'make'> | null>(null)
  const change = useChangeFeed(user.id, {
    onSuccess: (_, change) => {
      setAsking(null)
      toast.success(...DONE[change])
    },
    onError: (error) => toast.error('Error', getErrorMessage(error) ?? CHANGE_FAILED),
  })
  return (
    <Card as="section" aria-labelledby="calendar-title" className="max-w-[36rem]">
      <CardTitle id="calendar-title">Calendar</CardTitle>
      <p className="mt-1 text-sm text-muted">
        See your children's aftercare days in the calendar on your phone or computer. It updates
        automatically.
      </p>
      {isError && !feed && <TableError message={LOAD_FAILED} onRetry={() => void refetch()} />}
      {!feed && !isError && <FeedSkeleton />}
      {feed && !feed.is_on && (
        <Button
          variant="quiet"
          className="mt-3"
          icon={<CalendarPlus aria-hidden="true" />}
          loading={change.isPending}
          onClick={() => change.mutate('make')}
        >
          Add to your calendar
        </Button>
      )}
      {feed?.is_on && (
        <>
          {feed.url ? <Address feed={feed} /> : <Lost />}
          <div className="mt-3 flex flex-wrap gap-2 border-t border-line pt-3">
            <Button variant="quiet" onClick={() => setAsking('replace')}>
              Replace link
            </Button>
            <Button variant="danger-quiet" onClick={() => setAsking('switch off')}>
              Turn off
            </Button>
          </div>
        </>
      )}
      <ConfirmDialog
        open={asking !== null}
        onOpenChange={(open) => !open && setAsking(null)}
        title={asking === 'replace' ? 'Replace the link?' : 'Turn off the link?'}
        description={
          asking === 'replace'
            ? 'The old link stops working right away. Calendars using it need the new one.'
            : 'It stops working right away. Calendars using it will stop updating.'
        }
        confirmLabel={asking === 'replace' ? 'Replace' : 'Turn off'}
        loading={change.isPending}
        onConfirm={() => asking && change.mutate(asking)}
      />
    </Card>
  )
}

function Address({ feed }: { feed: CalendarFeed }) {
  const toast = useToast('calendar address')
  const field = useRef<HTMLInputElement>(null)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(feed.url ?? '')
      toast.success('Copied', 'The link is on your clipboard.')
    } catch {
      // The browser may deny it, and on plain HTTP there is no clipboard.
      field.current?.select()
      toast.error('Not copied', 'Copy the highlighted link by hand.')
    }
  }
  return (
    <div className="mt-3 grid gap-3">
      <Field
        label="Private link"
        description="The button opens your calendar app. In Google Calendar: Other calendars > From URL, then paste the link."
      >
        <TextInput ref={field} readOnly value={feed.url ?? ''} onFocus={(event) => event.target.select()} />
      </Field>
      <div className="flex flex-wrap gap-2">
        <a className={buttonClass({ variant: 'primary' })} href={feed.webcal_url ?? undefined}>
          <CalendarPlus aria-hidden="true" />
          Add to your calendar
        </a>
        <Button variant="quiet" icon={<Copy aria-hidden="true" />} onClick={() => void copy()}>
          Copy link
        </Button>
      </div>
      <Callout tone="warning" icon={<KeyRound aria-hidden="true" />}>
        Anyone with this link can see your children's names and days. Keep it private.
      </Callout>
    </div>
  )
}

/** The stored URL cannot be decrypted, such as after a restored backup without its key. */
function Lost() {
  return (
    <div className="mt-3">
      <Callout tone="warning" icon={<KeyRound aria-hidden="true" />}>
        Your calendars still work, but this link can't be shown anymore. Replace it to get a new one.
      </Callout>
    </div>
  )
}

function FeedSkeleton() {
  return (
    <div role="status" className="mt-3 grid gap-3">
      <span className="sr-only">Loading...</span>
      <Skeleton className="h-control w-full" />
    </div>
  )
}
