/** What a list was filtered by, for the printer: paper has no filters to look at. */
export function PrintedFilter({ words }: { words: readonly (string | false)[] }) {
  const said = words.filter((each) => each !== false && each !== '')
  if (said.length === 0) return null
  return <p className="mb-2 hidden text-sm wrap-anywhere print:block">Filtered by {said.join(', ')}</p>
}

/** As the search box has it. */
export const searchWords = (search: string) => search !== '' && `“${search}”`
