import { staffRoleOf } from '@aftercare/domain/lib/enums'
import type { Viewer } from '../auth/viewer'
import type { Change } from './change'
import { isForEveryAccount, isForEverybody } from './change-audience'

export const EVERYBODY = 'everybody'
const STAFF = 'staff'

/**
 * The open streams, by the ids of their account and family: in the opening minute thousands are open, and every
 * registration is a dozen changes that concern one family and staff.
 */
export function createStreamIndex<Stream extends { viewer: Viewer }>() {
  const all = new Set<Stream>()
  const byKey = new Map<string, Set<Stream>>()

  const addKeys = (stream: Stream) => {
    for (const key of audiencesOfViewer(stream.viewer)) {
      const streams = byKey.get(key) ?? new Set()
      byKey.set(key, streams.add(stream))
    }
  }
  const removeKeys = (stream: Stream) => {
    for (const key of audiencesOfViewer(stream.viewer)) {
      const streams = byKey.get(key)
      streams?.delete(stream)
      if (streams?.size === 0) byKey.delete(key)
    }
  }

  return {
    all: all as ReadonlySet<Stream>,
    add(stream: Stream) {
      all.add(stream)
      addKeys(stream)
    },
    remove(stream: Stream) {
      all.delete(stream)
      removeKeys(stream)
    },
    setViewer(stream: Stream, viewer: Viewer) {
      removeKeys(stream)
      stream.viewer = viewer
      if (all.has(stream)) addKeys(stream)
    },
    /** Those who may see the change or have to be checked again after it, and some others: the caller decides. */
    candidates(change: Change): ReadonlySet<Stream> {
      const audiences = audiencesOf(change)
      if (audiences.includes(EVERYBODY)) return all
      return new Set(audiences.flatMap((audience) => [...(byKey.get(audience) ?? [])]))
    },
  }
}

/** All who may see the change, by the ids of accounts and families, and perhaps some others. */
export function audiencesOf(change: Change): string[] {
  if (isForEverybody(change) || isForEveryAccount(change)) return [EVERYBODY]
  const { table, id, parent_id, account_id, member_id, user_id } = change
  const personId = table === 'profiles' || table === 'accounts' ? id : undefined
  const ids = [personId, parent_id, account_id, member_id, user_id]
  return [STAFF, ...ids.filter((each) => each !== undefined)]
}

/** Staff who still have to set up two-factor sign-in are staff here. */
export function audiencesOfViewer({ account }: Viewer): string[] {
  if (!account) return [EVERYBODY]
  const audiences = [EVERYBODY, account.id, account.familyId]
  return staffRoleOf(account.roles) ? [...audiences, STAFF] : audiences
}
