import type { ReviewedFamilyLine } from './family-review'
import type { ImportTable } from './import-table'

/** The lines of the file that are left out as they are in it, to be corrected there, with the reason of each. */
export function leftOutRows(
  { headings, records }: ImportTable,
  lines: readonly Pick<ReviewedFamilyLine, 'line' | 'state' | 'reason'>[],
): string[][] {
  const rows = lines.flatMap(({ line, state, reason }, n) =>
    state === 'left-out' ? [[String(line), reason ?? '', ...(records[n]?.cells ?? [])]] : [],
  )
  return [['Line', 'Reason', ...headings], ...rows]
}

export const leftOutCsvName = (day: string): string => `families-left-out-${day}.csv`
