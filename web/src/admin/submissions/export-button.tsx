import { submissionsCsvName } from '@aftercare/domain/lib/csv'
import { Download } from 'lucide-react'
import { saveFile } from '../../lib/download-file'
import { getErrorMessage } from '../../lib/error-message'
import { today } from '../../lib/program'
import { useToast } from '../../lib/scoped-toast'
import { Button } from '../../ui/inputs/button'
import { type SubmissionsFilter, useExportSubmissions } from './submissions.api'

/** Exports all pages of the list. Reads the filter at the click, because the search is debounced. */
export function ExportButton({ readFilter }: { readFilter: () => SubmissionsFilter }) {
  const toast = useToast('export submissions')
  const exporting = useExportSubmissions({
    onSuccess: ({ file, name, count }) => {
      saveFile(file, name ?? submissionsCsvName(today()))
      toast.success('Export Complete', `Exported ${count} submission(s)`)
    },
    onError: (error) => toast.error('Error', getErrorMessage(error) ?? 'Failed to load submissions.'),
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
