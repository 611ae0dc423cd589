import { submissionsCsvName } from '@aftercare/domain/csv'
import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { today } from '../../features/program/program'
import { saveFile } from '../../features/save-file'
import { fetchSubmissionsCsv, type SubmissionsFilter } from '../../features/submissions/submissions.admin.api'
import { Button } from '../../ui/button'
import { toast } from '../../ui/toast'

/** The listed submissions, all pages of them, as a file. */
export function ExportButton({ filter }: { filter: SubmissionsFilter }) {
  const exporting = useMutation({
    mutationFn: () => fetchSubmissionsCsv(filter),
    onSuccess: ({ file, name, count }) => {
      saveFile(file, name ?? submissionsCsvName(today()))
      toast.success('Export Complete', `Exported ${count} submission(s)`)
    },
    onError: () => toast.error('Error', 'Failed to load submissions.'),
  })
  return (
    <Button
      kind="quiet"
      icon={<Download aria-hidden="true" />}
      busy={exporting.isPending}
      onClick={() => exporting.mutate()}
    >
      Export CSV
    </Button>
  )
}
