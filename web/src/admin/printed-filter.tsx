/** The active filters, on paper only: the filter controls are not printed. */
export function PrintedFilter({ filters }: { filters: readonly (string | false)[] }) {
  const active = filters.filter((each) => each !== false && each !== '')
  if (active.length === 0) return null
  return <p className="mb-2 hidden text-sm wrap-anywhere print:block">Filtered by {active.join(', ')}</p>
}

export const searchLabel = (search: string) => search !== '' && `“${search}”`
