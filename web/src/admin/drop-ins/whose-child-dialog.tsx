import { isolate } from '@aftercare/domain/lib/isolate'
import { Button } from '../../ui/inputs/button'
import { Dialog } from '../../ui/overlays/dialog'
import type { ListedChild } from '../children/children.api'
import { ChildChoices } from './child-choices'
import type { AddDropInForm } from './use-add-drop-in-form'

type WhoseChildDialogProps = { family: readonly ListedChild[]; form: AddDropInForm }

/** The typed email belongs to an account: the drop-in may be for one of its children. */
export function WhoseChildDialog({ family, form }: WhoseChildDialogProps) {
  const parent = family[0]?.parent
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && form.chooseNone()}
      title={`Is this ${isolate(parent?.full_name || parent?.email || '')}'s child?`}
      description="This email belongs to an account. Choose the child to add the drop-in to it. Otherwise it is kept as a guest's."
      width="narrow"
      dismissible={false}
      footer={
        <Button variant="quiet" onClick={form.chooseNone}>
          None of these
        </Button>
      }
    >
      <ChildChoices rows={family} onChoose={form.choose} />
    </Dialog>
  )
}
