import { formatDateTime } from '@aftercare/domain/lib/dates-format'
import type { JobName } from '@aftercare/domain/lib/enums'
import { ClockAlert } from 'lucide-react'
import { programFacts } from '../../lib/program'
import { Callout } from '../../ui/feedback/callout'
import type { FailingJob } from './dashboard.admin.api'

const SENTENCES: Record<JobName, string> = {
  'daily-attendance-report': "The noon attendance email couldn't be created.",
  retention: 'The nightly cleanup of old records failed.',
}

/** Scheduled jobs that fail, which nobody would notice otherwise. */
export function FailingJobs({ jobs }: { jobs: readonly FailingJob[] }) {
  return jobs.map(({ job, failed_at, retry_at }) => (
    <Callout key={job} tone="warning" icon={<ClockAlert aria-hidden="true" />}>
      <span className="font-semibold">{SENTENCES[job]}</span>
      <span className="block">
        Last attempt {timeOf(failed_at)}.{' '}
        {retry_at ? `Next attempt ${timeOf(retry_at)}.` : 'It will run again at its next scheduled time.'} If
        this keeps happening, tell the person who runs your server. The reason is in its log.
      </span>
    </Callout>
  ))
}

const timeOf = (instant: string) => formatDateTime(instant, programFacts().timeZone)
