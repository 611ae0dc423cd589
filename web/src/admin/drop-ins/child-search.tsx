import { MAX_LENGTH } from '@aftercare/domain/lib/field-lengths'
import { type RefObject, useState } from 'react'
import { useDebouncedValue } from '../../lib/use-debounced-value'
import { Field, TextInput } from '../../ui/inputs/field'
import { type ListedChild, useChildSearch } from '../children/children.api'
import { ChildChoices } from './child-choices'

type ChildSearchProps = {
  description: string
  inputRef?: RefObject<HTMLInputElement | null>
  onChoose: (child: ListedChild) => void
}

/** Finds a child of an account by its name, its parent or the email. */
export function ChildSearch({ description, inputRef, onChoose }: ChildSearchProps) {
  const [text, setText] = useState('')
  const search = useDebouncedValue(text.trim())
  const { data, isError } = useChildSearch(search)
  const isShown = text.trim() !== '' && search !== ''
  return (
    <>
      <Field label="Child on file" description={description}>
        <TextInput
          ref={inputRef}
          type="search"
          autoComplete="off"
          maxLength={MAX_LENGTH.search}
          value={text}
          onValueChange={setText}
        />
      </Field>
      <div aria-live="polite" className="mt-2 grid grid-cols-1 gap-2 empty:hidden">
        {isShown && isError && <p className="text-sm text-danger">We couldn't search. Please try again.</p>}
        {isShown && data?.total === 0 && <p className="text-sm text-muted">No child on file matches.</p>}
        {isShown && data && data.total > 0 && <ChildChoices rows={data.rows} onChoose={onChoose} />}
        {isShown && data && data.total > data.rows.length && (
          <p className="text-sm text-muted">
            {data.total - data.rows.length} more. Type more of the name to find them.
          </p>
        )}
      </div>
    </>
  )
}
