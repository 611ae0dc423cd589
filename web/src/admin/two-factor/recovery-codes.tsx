import { Check, Copy, Download, Printer } from 'lucide-react'
import { useState } from 'react'
import { useUser } from '../../lib/auth-provider'
import { saveFile } from '../../lib/download-file'
import { programFacts } from '../../lib/program'
import { useToast } from '../../lib/scoped-toast'
import { Callout } from '../../ui/feedback/callout'
import { Button } from '../../ui/inputs/button'

const NOT_COPIED = 'Codes not copied'

/** The ten recovery codes, shown only once. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const user = useUser()
  const toast = useToast('recovery codes')
  const [isCopied, setCopied] = useState(false)
  const text = [
    `Recovery codes for ${user.email} (${programFacts().name})`,
    'Each works once.',
    '',
    ...codes,
    '',
  ].join('\n')
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setCopied(true),
      () => toast.error(NOT_COPIED, 'Download or print them instead.'),
    )
  return (
    <section aria-labelledby="recovery-codes-title">
      <h3 id="recovery-codes-title" className="text-base">
        Your recovery codes
      </h3>
      <Callout tone="warning" className="mt-2">
        Store these somewhere you can reach without your phone. Each one works once in place of a code from
        the app. They won't be shown again.
      </Callout>
      <p className="mt-2 hidden text-sm print:block">{user.email}</p>
      <ol className="mt-3 grid grid-cols-2 gap-x-4 gap-y-1.5 rounded-control bg-surface-inset px-4 py-3 font-mono text-base tabular-nums">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <div className="mt-3 flex flex-wrap gap-2 print:hidden">
        <Button
          variant="quiet"
          icon={isCopied ? <Check /> : <Copy />}
          onClick={() =>
            void (navigator.clipboard
              ? copy()
              : toast.error(NOT_COPIED, 'Copying only works over https. Download or print them instead.'))
          }
        >
          {isCopied ? 'Copied' : 'Copy'}
        </Button>
        <Button
          variant="quiet"
          icon={<Download />}
          onClick={() => saveFile(new Blob([text], { type: 'text/plain' }), 'aftercare-recovery-codes.txt')}
        >
          Download
        </Button>
        <Button variant="quiet" icon={<Printer />} onClick={() => window.print()}>
          Print
        </Button>
        <Button className="ml-auto" onClick={onDone}>
          I've saved them
        </Button>
      </div>
    </section>
  )
}
