import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { useSignOut } from '../../../auth/use-sign-out'
import { AuthProvider } from '../../../lib/auth-provider'
import { setSession } from '../../../lib/auth-store'
import { Router } from '../../../router/router'
import { aBoardServer, ROSA, SESSION } from '../testing/board-server'
import { browserStorage, openDB } from '../testing/fake-idb'
import { storageOf } from './board-storage'
import { databaseOf, updateOfflineBoard } from './forget-board'
import { offlineBoards } from './offline-board'
import { OfflineBoardSync } from './offline-board-sync'

// The dialog is loaded lazily.
beforeAll(() => import('../../../ui/overlays/dialogs.lazy'))

afterEach(async () => {
  cleanup()
  act(() => setSession(null))
  browserStorage.failure = null
  localStorage.clear()
  vi.unstubAllGlobals()
})

function SignOut() {
  const signOut = useSignOut('/admin/login')
  return (
    <button type="button" onClick={signOut}>
      Sign Out
    </button>
  )
}

const deleteDatabase = vi.fn()

/**
 * An earlier page left a pending and a rejected mark, which this one cannot read. No other test, of any file, may use the
 * same account: storages are kept by account, and test files share modules.
 */
async function startUnreadable(accountId: string, signedInAs: string) {
  deleteDatabase.mockClear()
  const { store } = (await openDB(databaseOf(accountId))).transaction()
  await store.put({ key: 'pending' })
  await store.put({ key: 'rejected' })
  updateOfflineBoard(accountId, { day: '2026-11-15', waiting: 1, unread: 1 })
  browserStorage.failure = 'all'
  const session = { ...SESSION, user: { ...ROSA, id: signedInAs } }
  aBoardServer([]).session = session
  vi.stubGlobal('indexedDB', { deleteDatabase })
  setSession(session)
  render(
    <Router>
      <AuthProvider>
        <OfflineBoardSync />
        <SignOut />
      </AuthProvider>
    </Router>,
  )
  return act(() => storageOf(accountId))
}

it('keeps unreadable marks for their account when somebody else signs in', async () => {
  await startUnreadable('vera 1', 'not vera 1')
  expect(offlineBoards()['vera 1']).toMatchObject({ waiting: 1, unread: 1 })
  expect(deleteDatabase).not.toHaveBeenCalled()
  expect(browserStorage.marksOf('vera 1')).toHaveLength(2)
})

it('asks before a sign-out deletes unreadable marks', async () => {
  await startUnreadable('vera 2', 'vera 2')
  act(() => screen.getByRole('button', { name: 'Sign Out' }).click())
  await screen.findByRole('alertdialog', { name: 'Sign out with 1 mark unsent?' })
  expect(deleteDatabase).not.toHaveBeenCalled()
})

it('counts its own marks beside unreadable ones, and all once they can be read', async () => {
  const storage = await startUnreadable('vera 3', 'vera 3')
  const mark = { key: 'new', childName: 'Wren Abernathy', request: {} as never }
  await act(() =>
    Promise.all([storage.saveMarks(['new', mark]), storage.saveMarks(['newer', { ...mark, key: 'newer' }])]),
  )
  expect(offlineBoards()['vera 3']).toMatchObject({ waiting: 3, unread: 1 })
  await act(() => storage.saveMarks(['new', null]))
  expect(offlineBoards()['vera 3']).toMatchObject({ waiting: 2, unread: 1 })
  browserStorage.failure = null
  await act(() => storage.saveMarks(['newer', null]))
  // The two of the earlier page: neither is rejected in this test's database.
  expect(offlineBoards()['vera 3']).toMatchObject({ waiting: 2, unread: 0 })
})

it('records nothing of an account whose database was never read', async () => {
  browserStorage.failure = 'all'
  await storageOf('vera 4')
  expect(offlineBoards()).toEqual({})
})
