import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { useSignOut } from '../../auth/use-sign-out'
import { AuthProvider } from '../../lib/auth-provider'
import { setSession } from '../../lib/auth-store'
import { offlineBoards } from '../../lib/offline-board'
import { Router } from '../../router/router'
import { aBoardServer, ROSA, SESSION } from '../../testing/board-server'
import { browserStorage, openDB } from '../../testing/fake-idb'
import { storageOf } from './board-storage'
import { databaseOf, updateOfflineBoard } from './forget-board'
import { OfflineBoardSync } from './offline-board-sync'

// The question is fetched when it is first asked.
beforeAll(() => import('../../ui/overlays/dialogs.lazy'), 120_000)

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

/** An earlier page left a mark and a refusal; this one starts where the browser cannot read them. */
async function startUnreadable(accountId: string, signedInAs: string) {
  deleteDatabase.mockClear()
  const { store } = (await openDB(databaseOf(accountId))).transaction()
  await store.put({ key: 'waits' })
  await store.put({ key: 'refused' })
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

it('leaves the marks that could not be read to their person when somebody else signs in', async () => {
  await startUnreadable('rosa 1', 'not rosa 1')
  expect(offlineBoards()['rosa 1']).toMatchObject({ waiting: 1, unread: 1 })
  expect(deleteDatabase).not.toHaveBeenCalled()
  expect(browserStorage.marksOf('rosa 1')).toHaveLength(2)
})

it('asks before signing out takes marks away that could not be read', async () => {
  await startUnreadable('rosa 2', 'rosa 2')
  act(() => screen.getByRole('button', { name: 'Sign Out' }).click())
  await screen.findByRole('alertdialog', { name: 'Sign out with 1 mark unsent?' })
  expect(deleteDatabase).not.toHaveBeenCalled()
})

it('counts its own marks beside those that could not be read, and all once they can be', async () => {
  const storage = await startUnreadable('rosa 3', 'rosa 3')
  const mark = { key: 'new', childName: 'Wren Abernathy', request: {} as never }
  await act(() =>
    Promise.all([storage.saveMark('new', mark), storage.saveMark('newer', { ...mark, key: 'newer' })]),
  )
  expect(offlineBoards()['rosa 3']).toMatchObject({ waiting: 3, unread: 1 })
  await act(() => storage.saveMark('new', null))
  expect(offlineBoards()['rosa 3']).toMatchObject({ waiting: 2, unread: 1 })
  browserStorage.failure = null
  await act(() => storage.saveMark('newer', null))
  // The two of the earlier page: neither is refused in this test's database.
  expect(offlineBoards()['rosa 3']).toMatchObject({ waiting: 2, unread: 0 })
})

it('notes nothing of an account whose database was never read', async () => {
  browserStorage.failure = 'all'
  await storageOf('rosa 4')
  expect(offlineBoards()).toEqual({})
})
