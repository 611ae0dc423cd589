import { isolate } from '@aftercare/domain/lib/isolate'
import { pluralize } from '@aftercare/domain/lib/pluralize'
import { useState } from 'react'
import { useToast } from '../../lib/scoped-toast'
import type { Column } from '../../ui/data/columns'
import { RetryNote } from '../../ui/feedback/retry-note'
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog'
import { errorReason } from '../error-reason'
import { EarlierImports } from '../imports/earlier-imports'
import {
  type FamilyImport,
  type FamilyImportDetail,
  useEarlierImports,
  useFamilyImport,
  useUndoImport,
} from './family-imports.api'

const FIGURES: readonly Column<FamilyImport>[] = [
  { label: 'Families', role: 'meta', align: 'right', cell: (row) => row.families },
  { label: 'Children', role: 'meta', align: 'right', cell: (row) => row.children },
]

const stay = (count: number) => pluralize(count, 'family stays', 'families stay')

export function EarlierFamilyImports() {
  const [page, setPage] = useState(1)
  return (
    <EarlierImports
      query={useEarlierImports(page)}
      page={page}
      onPageChange={setPage}
      figures={FIGURES}
      empty="No families imported yet"
      undoneNote={({ stayed }) => (stayed > 0 ? stay(stayed) : undefined)}
      undoDialog={(row, onClose) => <UndoDialog undoing={row} onClose={onClose} />}
    />
  )
}

type Staying = FamilyImportDetail['staying']

function UndoDialog({ undoing, onClose }: { undoing: FamilyImport; onClose: () => void }) {
  const toast = useToast('undo import')
  const query = useFamilyImport(undoing.id)
  const { data, isError } = query
  const undo = useUndoImport({
    onSuccess: ({ stayed, staying }) => {
      toast.success('Import undone', stayed === 0 ? undefined : `${stay(stayed)}: ${namesOf(staying)}`)
      onClose()
    },
    onError: (error) => {
      toast.error('Import not undone', errorReason(error))
      onClose()
    },
  })
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Undo this import?"
      description={data ? <WhatGoes {...data} /> : !isError && 'Checking what has happened since…'}
      disabled={!data}
      confirmLabel="Undo Import"
      variant="danger"
      loading={undo.isPending}
      onConfirm={() => undo.mutate(undoing.id)}
    >
      <RetryNote queries={[query]}>We couldn't check what has happened since.</RetryNote>
    </ConfirmDialog>
  )
}

function WhatGoes({ removable: { families, children }, staying }: FamilyImportDetail) {
  return (
    <>
      {children === 0
        ? 'Nothing is removed.'
        : `${pluralize(families, 'family', 'families')} and ${pluralize(children, 'child', 'children')} that it added are removed, with their invitations.`}
      {staying.length > 0 && (
        <>
          {' '}
          Something else has happened since, so {stay(staying.length)}: {namesOf(staying)}
        </>
      )}
    </>
  )
}

const MAX_NAMED = 5

function namesOf(staying: Staying): string {
  const named = staying.slice(0, MAX_NAMED).map(({ name, reason }) => `${isolate(name)} (${reason})`)
  const more = staying.length - named.length
  return [...named, ...(more > 0 ? [`and ${more} more`] : [])].join(', ')
}
