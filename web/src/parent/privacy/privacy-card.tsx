import { staffRoleOf } from '@aftercare/domain/lib/enums'
import { Download, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTexts } from '../../language/language'
import { useAuth } from '../../lib/auth-provider'
import { saveFile } from '../../lib/download-file'
import { getErrorMessage } from '../../lib/error-message'
import { useToast } from '../../lib/scoped-toast'
import { Button } from '../../ui/inputs/button'
import { Card, CardTitle } from '../../ui/layout/card'
import { lazyWithRetry } from '../../ui/lazy-with-retry'
import { en as ui } from '../../ui/texts/en'
import { useIsMember } from '../family/family.api'
import { useExportFamilyData } from './privacy.api'
import { en } from './texts/en'

const DeleteAccountDialog = lazyWithRetry(
  () => import('./delete-account-dialog'),
  (m) => m.DeleteAccountDialog,
  { close: ({ onClose }) => onClose() },
)

/** Export of the family's data, and account deletion. */
export function PrivacyCard() {
  const t = useTexts(en)
  const common = useTexts(ui)
  const { roles } = useAuth()
  const isMember = useIsMember()
  const toast = useToast('own data')
  const [isAsking, setAsking] = useState(false)
  const download = useExportFamilyData({
    onSuccess: ({ file, name }) => {
      saveFile(file, name)
      toast.success(t.ready.title, t.ready.text(name))
    },
    onError: (error) => toast.error(common.error, getErrorMessage(error) ?? t.downloadFailed),
  })
  return (
    <Card as="section" aria-labelledby="own-data" className="grid max-w-[36rem] gap-4">
      <div>
        <CardTitle id="own-data">{t.title}</CardTitle>
        <p className="mt-1 text-sm text-muted">{t.text}</p>
        <Button
          variant="quiet"
          className="mt-3"
          icon={<Download />}
          loading={download.isPending}
          onClick={() => download.mutate()}
        >
          {t.download}
        </Button>
      </div>
      <div className="border-t border-line pt-4">
        {staffRoleOf(roles) ? (
          <p className="text-sm text-muted">{t.staff}</p>
        ) : (
          <>
            <p className="text-sm text-muted">{isMember ? t.deleteMember : t.deleteFamily}</p>
            <Button variant="danger-quiet" className="mt-3" icon={<Trash2 />} onClick={() => setAsking(true)}>
              {t.delete}
            </Button>
          </>
        )}
      </div>
      {isAsking && <DeleteAccountDialog isMember={isMember} onClose={() => setAsking(false)} />}
    </Card>
  )
}
