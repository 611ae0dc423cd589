import type { JobName } from '@aftercare/domain/lib/enums'
import { formatDateTime } from '@aftercare/domain/lib/instants-format'
import { ClockAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { programFacts } from '../../lib/program'
import { Callout } from '../../ui/feedback/callout'
import type { FailingJob, OverdueBackup } from './dashboard.api'

const SENTENCES: Record<JobName, string> = {
  backup: 'The last backup failed',
  'daily-attendance-report': "The noon attendance email couldn't be created.",
  'forget-families': 'The nightly erasing of families who left failed.',
  retention: 'The nightly cleanup of old records failed.',
}

/** Scheduled jobs that fail, which nobody would notice otherwise. */
export function FailingJobs({
  jobs,
  overdueBackup,
}: {
  jobs: readonly FailingJob[]
  overdueBackup: OverdueBackup
}) {
  return (
    <>
      {overdueBackup && (
        <JobCallout title="No backup for 3 days">
          {overdueBackup.last_at
            ? `The last one was made ${timeOf(overdueBackup.last_at)}.`
            : 'None was ever made.'}{' '}
          Tell the person who runs your server: what happens now would be lost with its disk.
        </JobCallout>
      )}
      {jobs
        .filter(({ job }) => job !== 'backup' || !overdueBackup)
        .map(({ job, failed_at, retry_at }) => (
          <JobCallout key={job} title={SENTENCES[job]}>
            Last attempt {timeOf(failed_at)}.{' '}
            {retry_at ? `Next attempt ${timeOf(retry_at)}.` : 'It will run again at its next scheduled time.'}{' '}
            If this keeps happening, tell the person who runs your server. The reason is in its log.
          </JobCallout>
        ))}
    </>
  )
}

function JobCallout({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Callout tone="warning" icon={<ClockAlert />}>
      <span className="font-semibold">{title}</span>
      <span className="block">{children}</span>
    </Callout>
  )
}

const timeOf = (instant: string) => formatDateTime(instant, programFacts().timeZone)
