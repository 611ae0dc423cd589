import { formatUsd, toCents } from '@aftercare/domain/lib/money'
import { buildEditEntry } from '@aftercare/domain/submissions/submissions'
import { Users } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { DayChanges } from '../../features/submissions/edit-history'
import type { Submission } from '../../features/submissions/submissions.api'
import { Note } from '../../ui/feedback/callout'
import { Button } from '../../ui/inputs/button'
import { formatDayCount } from './submission-summary'

type EditConflictProps = {
  submission: Submission
  /** The days that the edit began with. */
  original: readonly number[]
  /** How often Save was pressed in vain. */
  attempts: number
  onKeepMine: () => void
  onTakeTheirs: () => void
}

/** The days were changed elsewhere during an edit. The chosen ones are still there; nothing is overwritten unseen. */
export function EditConflict({
  submission,
  original,
  attempts,
  onKeepMine,
  onTakeTheirs,
}: EditConflictProps) {
  const note = useRef<HTMLDivElement>(null)
  const headingId = useId()
  // What takes the focus is read out by that: as an alert it would be heard twice.
  const [role] = useState(attempts > 0 ? 'group' : 'alert')
  // On a phone it stands screens above the button. Not while days are being tapped: they would move under the finger.
  useEffect(() => {
    if (attempts === 0) return
    note.current?.scrollIntoView({ block: 'center' })
    note.current?.focus({ preventScroll: true })
  }, [attempts])
  const { days_added, days_removed } = buildEditEntry(original, submission.selected_days, '')
  const fee = formatUsd(toCents(submission.total_fee))
  return (
    <div
      ref={note}
      {...{ role, 'aria-labelledby': headingId }}
      tabIndex={-1}
      className="rounded-control desk:col-span-full"
    >
      <Note tone="sun" icon={<Users aria-hidden="true" />}>
        <p id={headingId} className="font-strong">
          This registration was changed elsewhere in the meantime. The days you chose are still here.
        </p>
        <p className="mt-1">
          Saved now: {submission.selected_days.join(', ')} ({formatDayCount(submission.selected_days.length)},{' '}
          {fee})
        </p>
        <DayChanges added={days_added} removed={days_removed} words={['Added', 'Removed']} />
        <div className="mt-2.5 flex flex-wrap gap-2">
          <Button kind="quiet" onClick={onKeepMine}>
            Keep my days
          </Button>
          <Button kind="plain" onClick={onTakeTheirs}>
            Use the saved days
          </Button>
        </div>
      </Note>
    </div>
  )
}
