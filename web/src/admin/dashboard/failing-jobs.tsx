import { formatDateTime } from '@aftercare/domain/lib/dates-format'
import type { JobName } from '@aftercare/domain/lib/enums'
import { ClockAlert } from 'lucide-react'
import { programFacts } from '../../lib/program'
import { Note } from '../../ui/feedback/callout'
import type { FailingJob } from './dashboard.admin.api'

const SENTENCES: Record<JobName, string> = {
  'daily-attendance-report': 'The noon attendance email could not be created.',
  'nightly-cleaning': 'The nightly clean-up of old records could not be done.',
}

/** What the programme does by the clock, when it does not: nobody would miss it at once. */
export function FailingJobs({ jobs }: { jobs: readonly FailingJob[] }) {
  return jobs.map(({ job, failed_at, retry_at }) => (
    <Note key={job} tone="sun" icon={<ClockAlert aria-hidden="true" />}>
      <span className="font-semibold">{SENTENCES[job]}</span>
      <span className="block">
        Last tried {timeOf(failed_at)}.{' '}
        {retry_at ? `Next try ${timeOf(retry_at)}.` : 'It will run again at its next scheduled time.'} If this
        continues, tell whoever runs the server: the reason is in its log.
      </span>
    </Note>
  ))
}

const timeOf = (instant: string) => formatDateTime(instant, programFacts().timeZone)
