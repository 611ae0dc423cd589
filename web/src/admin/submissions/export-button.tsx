import { submissionsCsvName } from '@aftercare/domain/lib/csv'
import { Download } from 'lucide-react'
import { useMessages } from '../../features/messages'
import { today } from '../../features/program/program'
import { refusalWords } from '../../features/refusal-words'
import { saveFile } from '../../features/save-file'
import {
  type SubmissionsFilter,
  useExportSubmissions,
} from '../../features/submissions/submissions.admin.api'
import { Button } from '../../ui/button'

/** The listed submissions, all pages of them, as a file. Asks for the filter at the click: a search may just be typed. */
export function ExportButton({ readFilter }: { readFilter: () => SubmissionsFilter }) {
  const say = useMessages('export submissions')
  const exporting = useExportSubmissions({
    onSuccess: ({ file, name, count }) => {
      saveFile(file, name ?? submissionsCsvName(today()))
      say.success('Export Complete', `Exported ${count} submission(s)`)
    },
    onError: (error) => say.error('Error', refusalWords(error) ?? 'Failed to load submissions.'),
  })
  return (
    <Button
      kind="quiet"
      icon={<Download aria-hidden="true" />}
      busy={exporting.isPending}
      onClick={() => exporting.send(readFilter())}
    >
      Export CSV
    </Button>
  )
}
