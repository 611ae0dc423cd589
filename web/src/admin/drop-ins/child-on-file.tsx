import { MAX_LENGTH } from '@aftercare/domain/lib/field-lengths'
import { isolate } from '@aftercare/domain/lib/isolate'
import { Link2, X } from 'lucide-react'
import { type RefObject, useState } from 'react'
import { useDebouncedValue } from '../../lib/use-debounced-value'
import { Callout } from '../../ui/feedback/callout'
import { Button } from '../../ui/inputs/button'
import { Field, TextInput } from '../../ui/inputs/field'
import { useChildSearch } from '../children/children.api'
import { ChildChoices } from './child-choices'
import type { AddDropInForm } from './use-add-drop-in-form'

type ChildOnFileProps = { form: AddDropInForm; inputRef: RefObject<HTMLInputElement | null> }

/** An optional search for a child of an account, above the form for everybody else. */
export function ChildOnFile({ form, inputRef }: ChildOnFileProps) {
  if (!form.child) return <ChildSearch form={form} inputRef={inputRef} />
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

function ChildSearch({ form, inputRef }: ChildOnFileProps) {
  const [text, setText] = useState('')
  const search = useDebouncedValue(text.trim())
  const { data, isError } = useChildSearch(search)
  const isShown = text.trim() !== '' && search !== ''
  return (
    <div className="mb-5 border-b border-line pb-5">
      <Field
        label="Child on file"
        description="Optional. Search by child, parent or email, or fill in the form."
      >
        <TextInput
          ref={inputRef}
          type="search"
          autoComplete="off"
          maxLength={MAX_LENGTH.search}
          value={text}
          onValueChange={setText}
        />
      </Field>
      <div aria-live="polite" className="mt-2 grid gap-2 empty:hidden">
        {isShown && isError && <p className="text-sm text-danger">We couldn't search. Please try again.</p>}
        {isShown && data?.total === 0 && <p className="text-sm text-muted">No child on file matches.</p>}
        {isShown && data && data.total > 0 && <ChildChoices rows={data.rows} onChoose={form.choose} />}
        {isShown && data && data.total > data.rows.length && (
          <p className="text-sm text-muted">
            {data.total - data.rows.length} more. Type more of the name to find them.
          </p>
        )}
      </div>
    </div>
  )
}
