import { isolate } from '@aftercare/domain/lib/isolate'
import { Link2, X } from 'lucide-react'
import type { RefObject } from 'react'
import { Callout } from '../../ui/feedback/callout'
import { Button } from '../../ui/inputs/button'
import { ChildSearch } from './child-search'
import type { AddDropInForm } from './use-add-drop-in-form'

type ChildOnFileProps = { form: AddDropInForm; inputRef: RefObject<HTMLInputElement | null> }

/** An optional search for a child of an account, above the form for everybody else. */
export function ChildOnFile({ form, inputRef }: ChildOnFileProps) {
  if (!form.child) {
    return (
      <div className="mb-5 border-b border-line pb-5">
        <ChildSearch
          description="Optional. Search by child, parent or email, or fill in the form."
          inputRef={inputRef}
          onChoose={form.choose}
        />
      </div>
    )
  }
  const { name, parent } = form.child
  return (
    <Callout tone="info" icon={<Link2 />} className="mb-4">
      <p className="wrap-anywhere">
        <b>{isolate(name)}</b>, child of <b>{isolate(parent.full_name || parent.email)}</b>. The drop-in goes
        to their account, with the family's own details.
      </p>
      <Button variant="quiet" icon={<X />} className="mt-2" onClick={form.unlink}>
        Another child
      </Button>
    </Callout>
  )
}
