import { Download, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useAuth } from '../../lib/auth-provider'
import { saveFile } from '../../lib/download-file'
import { getErrorMessage } from '../../lib/error-message'
import { useToast } from '../../lib/scoped-toast'
import { Button } from '../../ui/inputs/button'
import { Card, CardTitle } from '../../ui/layout/card'
import { lazyWithRetry } from '../../ui/lazy-with-retry'
import { useIsMember } from '../family/family.api'
import { useExportFamilyData } from './privacy.api'

const DeleteAccountDialog = lazyWithRetry(
  () => import('./delete-account-dialog'),
  (m) => m.DeleteAccountDialog,
  { close: ({ onClose }) => onClose() },
)

/** Export of the family's data, and account deletion. */
export function PrivacyCard() {
  const { roles } = useAuth()
  const isMember = useIsMember()
  const toast = useToast('own data')
  const [isAsking, setAsking] = useState(false)
  const download = useExportFamilyData({
    onSuccess: ({ file, name }) => {
      saveFile(file, name)
      toast.success('Download ready', `Saved as ${name}`)
    },
    onError: (error) =>
      toast.error('Error', getErrorMessage(error) ?? "We couldn't download your data. Please try again."),
  })
  return (
    <Card as="section" aria-labelledby="own-data" className="grid max-w-[36rem] gap-4">
      <div>
        <CardTitle id="own-data">Your data</CardTitle>
        <p className="mt-1 text-sm text-muted">
          One file with everything we store about your family: children, registrations, payments, emails.
        </p>
        <Button
          variant="quiet"
          className="mt-3"
          icon={<Download aria-hidden="true" />}
          loading={download.isPending}
          onClick={() => download.mutate()}
        >
          Download my data
        </Button>
      </div>
      <div className="border-t border-line pt-4">
        {roles.includes('admin') ? (
          <p className="text-sm text-muted">
            This is a staff account. Another admin can remove it under Settings {'>'} Admin Users.
          </p>
        ) : (
          <>
            <p className="text-sm text-muted">
              {isMember
                ? "Deleting your account permanently erases your name and email address. The family's records stay."
                : "Deleting your account permanently erases your family's names, email addresses and notes."}
            </p>
            <Button
              variant="danger-quiet"
              className="mt-3"
              icon={<Trash2 aria-hidden="true" />}
              onClick={() => setAsking(true)}
            >
              Delete my account
            </Button>
          </>
        )}
      </div>
      {isAsking && <DeleteAccountDialog isMember={isMember} onClose={() => setAsking(false)} />}
    </Card>
  )
}
