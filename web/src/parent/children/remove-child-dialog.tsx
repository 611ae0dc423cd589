import { isolate } from '@aftercare/domain/lib/isolate'
import { useTexts } from '../../language/language'
import { getErrorMessage } from '../../lib/error-message'
import { useToast } from '../../lib/scoped-toast'
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog'
import { en as ui } from '../../ui/texts/en'
import { type Child, useRemoveChild } from './children.api'
import { en } from './texts/en'

/** Confirms removing a child for good. */
export function RemoveChildDialog({ child, onClose }: { child: Child | null; onClose: () => void }) {
  const t = useTexts(en).removal
  const common = useTexts(ui)
  const toast = useToast('removing a child')
  const remove = useRemoveChild({
    onSuccess: (_, { name }) => {
      toast.success(common.success, t.done(isolate(name)))
      onClose()
    },
    onError: (error) => toast.error(common.error, getErrorMessage(error) ?? t.failed),
  })
  const close = () => {
    toast.clear()
    onClose()
  }
  return (
    <ConfirmDialog
      open={child !== null}
      onOpenChange={(open) => !open && close()}
      title={t.title}
      description={[
        t.text(isolate(child?.name ?? t.theChild)),
        ...(child?.has_submissions ? [t.registrationsStay] : []),
      ].join(' ')}
      confirmLabel={t.confirm}
      loading={remove.isPending}
      onConfirm={() => child && remove.mutate(child)}
    />
  )
}
