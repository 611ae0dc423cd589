import type { AttendanceMark } from '@aftercare/domain/board/board'
import {
  arrivedDespiteAbsence,
  changeMark,
  isReplay,
  type MarkChange,
} from '@aftercare/domain/board/mark-changes'
import { vi } from 'vitest'
import { serverNow } from '../../../lib/program'
import { LiveStream } from '../../../testing/live-stream'
import type { CardJson } from '../board-requests'

export const ROSA = { id: 'rosa', email: 'rosa@example.com', full_name: 'Rosa Medina' }
export const SESSION = {
  user: ROSA,
  roles: ['admin' as const],
  expires_at: '2999-01-01T00:00:00.000Z',
}
const TODAY = '2026-11-16'

/** Its only adult is the parent, unless `adults` says otherwise. */
export const aCard = (
  child_name: string,
  { parent_name = 'Dana Okafor', phone = '(555) 014-2210', ...more }: Partial<CardJson> = {},
): CardJson => ({
  submission_id: child_name,
  submission_ids: [child_name],
  child_name,
  grade: null,
  dismissal: 'regular',
  dismissal_time: '15:30',
  allergies: 'None',
  notes: '',
  parent_id: `${child_name}'s parent`,
  parent_name,
  phone,
  adults: [{ name: parent_name, phone }],
  pickup_people: [],
  must_not_pick_up: [],
  is_guest: false,
  is_not_booked: false,
  known_family: null,
  mark: null,
  ...more,
})

type Sent = MarkChange & {
  submission_id: string
  day: string
  version: number
  performed_by: string
  offline?: boolean
}

/** A fake board server with the product's own rules: it can be unreachable, and lose responses. */
export function aBoardServer(cards: CardJson[], today = TODAY) {
  const marks = new Map<string, AttendanceMark>()
  const answered = new Map<string, AttendanceMark>()
  const server = {
    today,
    canMark: true,
    isCancelled: false,
    session: SESSION,
    isReached: true,
    losesAnswers: false,
    /** The response to every mark. */
    refuses: null as { status: number; code: string; message: string } | null,
    /** Each mark request that arrived, with its key. */
    arrived: [] as { key: string; sent: Sent; as: string }[],
    /** The children of each request for several. */
    batches: [] as string[][],
    stored: (child: string) => marks.get(child) ?? null,
    markElsewhere(child: string, change: MarkChange) {
      const { mark, error } = apply(child, change)
      if (!mark) throw new Error(error)
      marks.set(child, mark)
    },
  }
  const apply = (child: string, change: MarkChange) =>
    changeMark(marks.get(child) ?? null, change, {
      ...(cards.find(({ child_name }) => child_name === child) ?? aCard(child)),
      name: child,
      day: today,
      dismissalTime: '15:30',
      pickupTime: '17:30',
      now: new Date('2026-11-17T04:00:00.000Z'),
      timeZone: 'America/New_York',
      by: 'staff',
    })
  const refuse = (
    status: number,
    code: string,
    message: string,
    stored?: (AttendanceMark & { submission_id?: string }) | null,
  ) => Response.json({ error: { code, message, stored } }, { status })

  function change(key: string, sent: Sent): Response {
    server.arrived.push({ key, sent, as: server.session.user.id })
    const first = answered.get(key)
    if (first) return Response.json(first)
    if (server.refuses) {
      const { status, code, message } = server.refuses
      return refuse(status, code, message)
    }
    const stored = server.stored(sent.submission_id)
    if (stored && isReplay(stored, sent)) return Response.json(stored)
    const stands = sent.offline && arrivedDespiteAbsence(stored, sent)
    if ((stored?.version ?? 0) !== sent.version && !stands)
      return refuse(409, 'mark-conflict', `Someone else had already marked ${sent.submission_id}.`, {
        ...(stored as AttendanceMark),
        submission_id: sent.submission_id,
      })
    const { mark, error } = apply(sent.submission_id, sent)
    if (!mark) return refuse(409, 'mark-rejected', error, stored)
    marks.set(sent.submission_id, mark)
    answered.set(key, mark)
    return Response.json(mark)
  }

  async function answer(input: string | URL | Request, init?: RequestInit): Promise<Response> {
    const { pathname } = new URL(input instanceof Request ? input.url : String(input), 'http://localhost')
    if (!server.isReached) throw new TypeError('Failed to fetch')
    if (pathname === '/api/auth/session')
      return Response.json({ ...server.session, now: serverNow().toISOString() })
    if (pathname === '/api/admin/board')
      return Response.json({
        date: today,
        today: server.today,
        can_mark: server.canMark,
        is_cancelled: server.isCancelled,
        pickup_time: '17:30',
        cards: cards.map((card) => ({ ...card, mark: server.stored(card.child_name) })),
      })
    if (pathname === '/api/admin/board/marks/batch') {
      const { marks: sent } = JSON.parse(String(init?.body)) as { marks: Sent[] }
      server.batches.push(sent.map(({ submission_id }) => submission_id))
      const before = new Map(marks)
      const stored = []
      for (const one of sent) {
        const response = change(
          `${new Headers(init?.headers).get('idempotency-key')} ${one.submission_id}`,
          one,
        )
        stored.push(await response.clone().json())
        if (response.ok) continue
        marks.clear()
        for (const [child, mark] of before) marks.set(child, mark)
        return response
      }
      if (server.losesAnswers) throw new TypeError('Failed to fetch')
      return Response.json(stored)
    }
    if (pathname === '/api/admin/board/marks') {
      const stored = change(
        new Headers(init?.headers).get('idempotency-key') ?? '',
        JSON.parse(String(init?.body)),
      )
      if (server.losesAnswers) throw new TypeError('Failed to fetch')
      return stored
    }
    // Nobody on file has the email of a drop-in.
    if (pathname === '/api/admin/children') return Response.json({ rows: [] })
    return Response.json({})
  }
  vi.stubGlobal('EventSource', LiveStream)
  vi.stubGlobal('fetch', answer)
  return server
}
