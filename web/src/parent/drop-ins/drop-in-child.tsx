import { hasAllergies } from '@aftercare/domain/children/allergies'
import { Plus } from 'lucide-react'
import { useChildDialog } from '../../features/children/use-child-dialog'
import { useTexts } from '../../language/language'
import { Avatar } from '../../ui/data/avatar'
import { Callout } from '../../ui/feedback/callout'
import { RetryNote } from '../../ui/feedback/retry-note'
import { Button } from '../../ui/inputs/button'
import { Checkbox } from '../../ui/inputs/checkbox'
import { RadioGroup } from '../../ui/inputs/radio-group'
import { ChildDialog } from '../children/child-dialog'
import type { Child } from '../children/children.api'
import { SeveralChildren } from './several-children'
import { en } from './texts/en'
import type { DropInFormState } from './use-drop-in-form'

/** For signed-in parents: one of their children or several, or a new one, added without leaving the form. */
export function DropInChild({ form }: { form: DropInFormState }) {
  const t = useTexts(en)
  const { data: children } = form.children
  const { severalIds } = form.values
  const dialog = useChildDialog('drop-in')
  const choose = (child: Child) =>
    form.change(severalIds ? { severalIds: [...severalIds, child.id] } : { childId: child.id })
  // The choice stays, as far as it can.
  function chooseSeveral(isSeveral: boolean) {
    const ids = form.chosen.map(({ id }) => id)
    form.change(isSeveral ? { severalIds: ids } : { severalIds: null, childId: ids[0] ?? null })
  }
  return (
    <div>
      <RetryNote queries={[form.children]} tone="info">
        {t.childrenFailed}
      </RetryNote>
      {children?.length === 0 && <Callout>{t.noChildren}</Callout>}
      {children && children.length > 0 && !severalIds && (
        <RadioGroup
          label={t.child}
          required
          value={form.chosen[0]?.id ?? null}
          onValueChange={(childId) => form.change({ childId })}
          options={children.map((child, index) => ({
            value: child.id,
            label: (
              <span className="flex items-center gap-3">
                <Avatar name={child.name} index={index} />
                <span className="min-w-0 wrap-anywhere">
                  {child.name}
                  <span className="block text-note font-normal">
                    {hasAllergies(child.allergies) ? t.allergies(child.allergies) : t.noAllergies}
                  </span>
                </span>
              </span>
            ),
          }))}
        />
      )}
      {children && children.length > 0 && severalIds && <SeveralChildren form={form} list={children} />}
      {children && (children.length > 1 || severalIds) && (
        <Checkbox
          className="mt-1"
          checked={severalIds !== null}
          onCheckedChange={chooseSeveral}
          label={t.several}
        />
      )}
      <Button variant="plain" className="mt-1 -ml-3" icon={<Plus />} onClick={dialog.openForNew}>
        {t.addChild}
      </Button>
      <ChildDialog open={dialog.isOpen} onOpenChange={dialog.close} addTitle={t.addChild} onSaved={choose} />
    </div>
  )
}
