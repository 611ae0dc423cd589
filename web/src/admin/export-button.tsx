import { Download } from 'lucide-react'
import { saveFile } from '../lib/download-file'
import { useToast } from '../lib/scoped-toast'
import { useAppMutation } from '../lib/use-app-mutation'
import { Button } from '../ui/inputs/button'
import { errorReason } from './error-reason'

type ExportButtonProps = {
  /** Of its toasts. */
  scope: string
  label?: string
  /** Called at the click, because a search in the URL is debounced. With a message, a toast says what was exported. */
  fetchFile: () => Promise<{ file: Blob; name: string; message?: string }>
}

/** Saves a CSV file. */
export function ExportButton({ scope, label = 'Export CSV', fetchFile }: ExportButtonProps) {
  const toast = useToast(scope)
  const exporting = useAppMutation(
    { mutationFn: fetchFile },
    {
      onSuccess: ({ file, name, message }) => {
        saveFile(file, name)
        if (message) toast.success('Export Complete', message)
      },
      onError: (error) => toast.error('File not downloaded', errorReason(error)),
    },
  )
  return (
    <Button
      variant="quiet"
      icon={<Download />}
      loading={exporting.isPending}
      onClick={() => exporting.mutate()}
    >
      {label}
    </Button>
  )
}
