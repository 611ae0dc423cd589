import { FAMILY_LINE_STATES } from '@aftercare/domain/imports/family-review'
import { Download } from 'lucide-react'
import example from '../../../../docs/examples/families.csv?raw'
import { saveFile } from '../../lib/download-file'
import { Button } from '../../ui/inputs/button'
import { FileDrop } from '../imports/file-drop'
import { ImportLayout } from '../imports/import-layout'
import { useListUrlState } from '../use-list-url-state'
import { EarlierFamilyImports } from './earlier-imports'
import { familyImports } from './family-imports.api'
import { FamilyReview } from './family-review'
import { UninvitedParents } from './uninvited-parents'

export default function ImportFamiliesPage() {
  const listState = useListUrlState()
  const view = { state: listState.choice('state', ['all', ...FAMILY_LINE_STATES]), page: listState.page }
  const query = familyImports.useReview(view)
  return (
    <ImportLayout
      imports={familyImports}
      query={query}
      description="no family is added before you import."
      discardDescription="The lines of this file are deleted at once. No family has been added."
      chooser={
        <>
          <UninvitedParents count={query.data?.uninvited ?? 0} />
          <ChooseFile onRead={() => listState.change({ state: null }, { replace: true })} />
          <EarlierFamilyImports />
        </>
      }
    >
      {(review) => <FamilyReview key={review.id} review={review} view={view} listState={listState} />}
    </ImportLayout>
  )
}

function ChooseFile({ onRead }: { onRead: () => void }) {
  return (
    <div className="grid justify-items-center gap-3">
      <div className="w-full">
        <FileDrop imports={familyImports} onRead={onRead}>
          Choose or drop a CSV file with one line per child: parent, email, phone, child, allergies, notes,
          class, second adult, who may pick up.
        </FileDrop>
      </div>
      <Button
        variant="plain"
        icon={<Download />}
        onClick={() => saveFile(new Blob([example], { type: 'text/csv' }), 'families.csv')}
      >
        Download an Example
      </Button>
    </div>
  )
}
