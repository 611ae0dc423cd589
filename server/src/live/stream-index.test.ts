import { LIVE_TOPICS } from '@aftercare/domain/live/live-topics'
import { describe, expect, it } from 'vitest'
import type { Viewer } from '../auth/viewer'
import type { Change } from './change'
import { concernsAccount, maySee } from './change-audience'
import { createStreamIndex } from './stream-index'

const VISITOR: Viewer = { account: null, roles: ['visitor'] }
const at = '2026-11-16T14:00:00.000Z'
const aViewer = (
  id: string,
  { familyId = id, roles = ['parent' as const] as Viewer['roles'], isStaff = false } = {},
): Viewer => ({
  account: {
    id,
    familyId,
    email: `${id}@example.com`,
    fullName: id,
    language: null,
    roles: isStaff ? ['admin'] : ['parent'],
    sessionId: `session of ${id}`,
    sessionExpiresAt: at,
    sessionSeenAt: at,
    passwordEnteredAt: at,
  },
  roles,
})

// Ids that contain one another.
const VIEWERS: Record<string, Viewer> = {
  visitor: VISITOR,
  dana: aViewer('1'),
  'dana’s sister, in her family': aViewer('11', { familyId: '1' }),
  'another parent': aViewer('111'),
  staff: aViewer('2', { roles: ['admin'], isStaff: true }),
  'staff without their second factor': aViewer('21', { roles: ['staff-pending-two-factor'], isStaff: true }),
}
const IDS = ['id', 'parent_id', 'account_id', 'member_id', 'user_id'] as const
const CHANGES: Change[] = LIVE_TOPICS.flatMap((table) => [
  { table, type: 'UPDATE' as const },
  { table, type: 'UPDATE' as const, id: 'm', is_public: true },
  { table, type: 'UPDATE' as const, section_name: 'about_aftercare' },
  { table, type: 'UPDATE' as const, key: 'program' },
  { table, type: 'UPDATE' as const, key: 'two_factor_required' },
  ...IDS.flatMap((field) =>
    ['1', '11', '111', '2', '21'].map((id) => ({ table, type: 'DELETE' as const, [field]: id })),
  ),
])

const openAll = () => {
  const index = createStreamIndex<{ name: string; viewer: Viewer }>()
  const streams = Object.entries(VIEWERS).map(([name, viewer]) => ({ name, viewer }))
  for (const stream of streams) index.add(stream)
  const namesFor = (change: Change) => [...index.candidates(change)].map(({ name }) => name)
  return { index, streams, namesFor }
}

describe('streams that a change might concern', () => {
  it('are all of those that it concerns', () => {
    const { index, streams } = openAll()
    for (const change of CHANGES) {
      const candidates = index.candidates(change)
      const concerned = streams.filter(
        ({ viewer }) => maySee(change, viewer) || concernsAccount(change, viewer),
      )
      const forgotten = concerned.filter((stream) => !candidates.has(stream)).map(({ name }) => name)
      expect(forgotten, JSON.stringify(change)).toEqual([])
    }
  })

  it("are staff's and the family's, not everybody's", () => {
    const { namesFor } = openAll()
    const change: Change = { table: 'submissions', type: 'INSERT', id: '111111', parent_id: '1' }
    expect(namesFor(change)).toEqual([
      'staff',
      'staff without their second factor',
      'dana',
      'dana’s sister, in her family',
    ])
    expect(namesFor({ ...change, parent_id: '11' })).toHaveLength(3)
  })

  it('follow the account into another family, and end with the stream', () => {
    const { index, streams, namesFor } = openAll()
    const sister = streams.find(({ name }) => name.includes('sister'))
    if (!sister) throw new Error('nobody to move')
    const of = (parent_id: string): Change => ({ table: 'children', type: 'UPDATE', parent_id })
    index.setViewer(sister, aViewer('11', { familyId: '111' }))
    expect(namesFor(of('1'))).not.toContain(sister.name)
    expect(namesFor(of('111'))).toContain(sister.name)
    index.remove(sister)
    // A check of its session was under way.
    index.setViewer(sister, aViewer('11', { familyId: '1' }))
    expect([...namesFor(of('1')), ...namesFor(of('111')), ...namesFor(of('11'))]).not.toContain(sister.name)
    expect(index.all.has(sister)).toBe(false)
  })
})
