import { readSearch } from '../lib/url-state'
import { useSearchText } from '../lib/use-search-text'
import { SearchInput } from '../ui/inputs/search-input'
import type { useListUrlState } from './use-list-url-state'

type ListSearchProps = {
  label: string
  placeholder: string
  listState: ReturnType<typeof useListUrlState>
  className?: string
}

/** A list's search box. Typing re-renders only this box; the list follows when the typing pauses. */
export function ListSearch({ listState, ...inputProps }: ListSearchProps) {
  const [text, setText] = useSearchText(readSearch(listState.params), (search) =>
    listState.change({ search }, { replace: true }),
  )
  return <SearchInput {...inputProps} value={text} onValueChange={setText} />
}
