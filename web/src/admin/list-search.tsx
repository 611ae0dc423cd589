import { readSearch } from '../lib/url-state'
import { useSearchText } from '../lib/use-search-text'
import { SearchInput } from '../ui/inputs/search-input'
import type { useListUrlState } from './use-list-url-state'

type ListSearchProps = {
  label: string
  placeholder: string
  address: ReturnType<typeof useListUrlState>
  className?: string
}

/** The search of a list. A letter draws this box again and nothing else: the list follows when the typing pauses. */
export function ListSearch({ address, ...look }: ListSearchProps) {
  const [text, type] = useSearchText(readSearch(address.params), (search) =>
    address.change({ search }, { replace: true }),
  )
  return <SearchInput {...look} value={text} onValueChange={type} />
}
