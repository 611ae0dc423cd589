import { screen } from '@testing-library/react'
import { it } from 'vitest'
import { setServerTime } from '../../lib/program'
import { queryClient } from '../../lib/query-client'
import BoardPage from './board-page'
import EmergencySheetPage from './emergency-sheet-page'
import SignInSheetPage from './sign-in-sheet-page'
import { withBoard } from './testing/board'

const show = withBoard(<BoardPage />)

it.each([
  ['sign-in', SignInSheetPage],
  ['emergency', EmergencySheetPage],
])('the %s sheet that is opened offline says when its data was read', async (_, SheetPage) => {
  const { server, open } = await show()
  server.isReached = false
  open(null)
  // A new window has nothing in memory.
  queryClient.clear()
  setServerTime('2026-11-16T22:10:00.000Z')
  open(<SheetPage />)
  await screen.findByText(
    "0 here, 2 expected, 0 gone, 0 not coming, as of 3:31 PM, and this device's marks since",
  )
})
