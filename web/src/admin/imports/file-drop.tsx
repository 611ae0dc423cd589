import { FILE_ERRORS, MAX_FILE_BYTES } from '@aftercare/domain/imports/import-limits'
import { FileUp } from 'lucide-react'
import { type DragEvent, type ReactNode, useId, useRef, useState } from 'react'
import { getErrorMessage } from '../../lib/error-message'
import { useToast } from '../../lib/scoped-toast'
import { cx } from '../../ui/cx'
import { Callout } from '../../ui/feedback/callout'
import { Button } from '../../ui/inputs/button'
import { errorReason } from '../error-reason'
import type { ImportReview } from './import-review'

type FileDropProps = {
  imports: ImportReview
  /** The server has read the file. */
  onRead: () => void
  /** What the file should hold. */
  children: ReactNode
}

/** Choose or drop one CSV file. Whatever the file is called: the server looks at its contents. */
export function FileDrop({ imports, onRead, children }: FileDropProps) {
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const hintId = useId()
  const toast = useToast(imports.scope)
  const { isPending, mutate } = imports.useUpload({
    onSuccess: () => {
      toast.clear()
      onRead()
    },
    onError: (failure) => {
      const message = getErrorMessage(failure)
      setError(message)
      if (message === null) toast.error('File not read', errorReason(failure))
    },
  })
  const take = (file: File | undefined) => {
    setOver(false)
    if (!file || isPending) return
    const isTooLarge = file.size > MAX_FILE_BYTES
    setError(isTooLarge ? FILE_ERRORS.tooLarge : null)
    if (!isTooLarge) mutate(file)
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    take(event.dataTransfer.files[0])
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a second way; the button inside is the first
    <div
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
      className={cx(
        'grid justify-items-center gap-3 rounded-panel border-2 border-dashed px-4 py-8 text-center',
        isOver ? 'border-accent bg-accent-soft' : 'border-line-strong bg-surface',
      )}
    >
      <FileUp className="size-8 text-muted" />
      <div id={hintId} className="max-w-prose text-muted">
        {children} At most 5 MB and 5,000 lines. The file itself is not kept. Its lines are, for a day at
        most, until you import them or choose another file.
      </div>
      <input
        ref={input}
        type="file"
        accept=".csv,.txt,.tsv,text/csv,text/plain,text/tab-separated-values"
        aria-label="CSV file"
        tabIndex={-1}
        className="sr-only"
        onChange={(event) => {
          take(event.target.files?.[0])
          // The same file again, once it was corrected, is another choice.
          event.target.value = ''
        }}
      />
      <Button aria-describedby={hintId} loading={isPending} onClick={() => input.current?.click()}>
        {isPending ? 'Reading the file…' : 'Choose File'}
      </Button>
      <div role="alert" className="empty:hidden">
        {error && !isPending && <Callout tone="danger">{error}</Callout>}
      </div>
    </div>
  )
}
