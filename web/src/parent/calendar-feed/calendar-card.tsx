import { CalendarPlus, Copy, KeyRound } from 'lucide-react'
import { useRef, useState } from 'react'
import { useTexts } from '../../language/language'
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
import { en as ui } from '../../ui/texts/en'
import { type CalendarFeed, type FeedChange, useCalendarFeed, useChangeFeed } from './calendar-feed.api'
import { en } from './texts/en'

/** The family's days in its own calendar app, by a private URL. */
export function CalendarCard() {
  const t = useTexts(en)
  const common = useTexts(ui)
  const user = useUser()
  const { data: feed, isError, refetch } = useCalendarFeed(user.id)
  const toast = useToast('calendar feed')
  const [asking, setAsking] = useState<Exclude<FeedChange, 'make'> | null>(null)
  const change = useChangeFeed(user.id, {
    onSuccess: (_, change) => {
      setAsking(null)
      const { title, text } = change === 'make' ? t.made : questionOf(change, t).done
      toast.success(title, text)
    },
    onError: (error) => toast.error(common.error, getErrorMessage(error) ?? t.changeFailed),
  })
  const question = questionOf(asking, t)
  return (
    <Card as="section" aria-labelledby="calendar-title" className="max-w-[36rem]">
      <CardTitle id="calendar-title">{t.title}</CardTitle>
      <p className="mt-1 text-sm text-muted">{t.text}</p>
      {isError && !feed && <TableError message={t.loadFailed} onRetry={() => void refetch()} />}
      {!feed && !isError && <FeedSkeleton />}
      {feed && !feed.is_on && (
        <Button
          variant="quiet"
          className="mt-3"
          icon={<CalendarPlus />}
          loading={change.isPending}
          onClick={() => change.mutate('make')}
        >
          {t.add}
        </Button>
      )}
      {feed?.is_on && (
        <>
          {feed.url ? <Address feed={feed} /> : <Lost />}
          <div className="mt-3 flex flex-wrap gap-2 border-t border-line pt-3">
            <Button variant="quiet" onClick={() => setAsking('replace')}>
              {t.replaceLink}
            </Button>
            <Button variant="danger-quiet" onClick={() => setAsking('switch off')}>
              {t.turnOff.confirm}
            </Button>
          </div>
        </>
      )}
      <ConfirmDialog
        open={asking !== null}
        onOpenChange={(open) => !open && setAsking(null)}
        title={question.title}
        description={question.text}
        confirmLabel={question.confirm}
        loading={change.isPending}
        onConfirm={() => asking && change.mutate(asking)}
      />
    </Card>
  )
}

const questionOf = (change: FeedChange | null, t: typeof en) => (change === 'replace' ? t.replace : t.turnOff)

function Address({ feed }: { feed: CalendarFeed }) {
  const t = useTexts(en)
  const toast = useToast('calendar address')
  const field = useRef<HTMLInputElement>(null)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(feed.url ?? '')
      toast.success(t.copied.title, t.copied.text)
    } catch {
      // The browser may deny it, and on plain HTTP there is no clipboard.
      field.current?.select()
      toast.error(t.notCopied.title, t.notCopied.text)
    }
  }
  return (
    <div className="mt-3 grid gap-3">
      <Field label={t.link} description={t.linkHint}>
        <TextInput ref={field} readOnly value={feed.url ?? ''} onFocus={(event) => event.target.select()} />
      </Field>
      <div className="flex flex-wrap gap-2">
        <a className={buttonClass({ variant: 'primary' })} href={feed.webcal_url ?? undefined}>
          <CalendarPlus />
          {t.add}
        </a>
        <Button variant="quiet" icon={<Copy />} onClick={() => void copy()}>
          {t.copy}
        </Button>
      </div>
      <Callout tone="warning" icon={<KeyRound />}>
        {t.warning}
      </Callout>
    </div>
  )
}

/** The stored URL cannot be decrypted, such as after a restored backup without its key. */
function Lost() {
  const t = useTexts(en)
  return (
    <div className="mt-3">
      <Callout tone="warning" icon={<KeyRound />}>
        {t.lost}
      </Callout>
    </div>
  )
}

function FeedSkeleton() {
  const common = useTexts(ui)
  return (
    <div role="status" className="mt-3 grid gap-3">
      <span className="sr-only">{common.loading}</span>
      <Skeleton className="h-control w-full" />
    </div>
  )
}
