import { submissionsCsvName } from '@aftercare/domain/lib/csv'
import { Download } from 'lucide-react'
import { saveFile } from '../../lib/download-file'
import { getErrorMessage } from '../../lib/error-message'
import { today } from '../../lib/program'
import { useToast } from '../../lib/scoped-toast'
import { Button } from '../../ui/inputs/button'
import { type SubmissionsFilter, useExportSubmissions } from './submissions.admin.api'

/** The listed submissions, all pages of them, as a file. Asks for the filter at the click: a search may just be typed. */
export function ExportButton({ readFilter }: { readFilter: () => SubmissionsFilter }) {
  const say = useToast('export submissions')
  const exporting = useExportSubmissions({
    onSuccess: ({ file, name, count }) => {
      saveFile(file, name ?? submissionsCsvName(today()))
      say.success('Export Complete', `Exported ${count} submission(s)`)
    },
    onError: (error) => say.error('Error', getErrorMessage(error) ?? 'Failed to load submissions.'),
  })
  return (
    <Button
      variant="quiet"
      icon={<Download aria-hidden="true" />}
      loading={exporting.isPending}
      onClick={() => exporting.mutate(readFilter())}
    >
      Export CSV
    </Button>
  )
}
