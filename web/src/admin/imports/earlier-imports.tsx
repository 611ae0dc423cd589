import { formatDateTime } from '@aftercare/domain/lib/instants-format'
import { Undo2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { programFacts } from '../../lib/program'
import { Badge } from '../../ui/data/badge'
import type { Column } from '../../ui/data/columns'
import { DataList, TwoLines } from '../../ui/data/data-list'
import { Button } from '../../ui/inputs/button'
import { SectionHeading } from '../../ui/layout/card'

type Import = {
  id: string
  file_name: string
  imported_at: string
  imported_by_name: string
  undone_at: string | null
}

type EarlierImportsProps<Row extends Import> = {
  query: Parameters<typeof DataList<Row>>[0]['query']
  page: number
  onPageChange: (page: number) => void
  /** What was imported. */
  figures: readonly Column<Row>[]
  empty: string
  /** Below "Undone". */
  undoneNote?: (row: Row) => ReactNode
  undoDialog: (row: Row, onClose: () => void) => ReactNode
}

/** What was imported, newest first. An undone import stays, marked. */
export function EarlierImports<Row extends Import>(props: EarlierImportsProps<Row>) {
  const [undoing, setUndoing] = useState<Row | null>(null)
  const { timeZone } = programFacts()
  const columns: Column<Row>[] = [
    { label: 'File', role: 'title', wrap: 'min-w-40', cell: (row) => <bdi>{row.file_name}</bdi> },
    { label: 'Imported', role: 'meta', cell: (row) => formatDateTime(row.imported_at, timeZone) },
    { label: 'By', role: 'meta', cell: (row) => <bdi>{row.imported_by_name}</bdi> },
    ...props.figures,
    {
      label: 'Actions',
      role: 'actions',
      align: 'right',
      cell: (row) =>
        row.undone_at === null ? (
          <Button
            variant="plain"
            aria-label={`Undo the import of ${row.file_name}`}
            onClick={() => setUndoing(row)}
          >
            Undo
          </Button>
        ) : (
          <TwoLines sub={props.undoneNote?.(row) ?? formatDateTime(row.undone_at, timeZone)}>
            <Badge icon={<Undo2 aria-hidden="true" />}>Undone</Badge>
          </TwoLines>
        ),
    },
  ]
  return (
    <section>
      <SectionHeading>Earlier imports</SectionHeading>
      <DataList
        label="Earlier imports"
        columns={columns}
        query={props.query}
        paging={{
          page: props.page,
          onPageChange: props.onPageChange,
          noun: 'imports',
          hideSinglePage: true,
        }}
        error="Failed to load earlier imports"
        empty={props.empty}
        loadingRows={2}
      />
      {undoing && props.undoDialog(undoing, () => setUndoing(null))}
    </section>
  )
}
