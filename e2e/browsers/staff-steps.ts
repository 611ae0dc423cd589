import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { maybeOne, rows, sql } from '../../server/src/db/sql'
import type { buildersFor } from '../../server/testing/builders'
import { ADMIN } from '../support/server'
import { expectEqual, type Step } from './steps'
import type { User } from './user'

const DIALOG = '[role="dialog"]'
const BOARD = '/admin/day-reports/board'
const DAY = '2026-11-16'
const COUNTS = '[role="group"][aria-label="Show only"] button'

/** Staff publish January, take Dana's payment, use the board offline, and print. */
export function staffSteps(arrange: ReturnType<typeof buildersFor>): Step[] {
  let rosa: User
  return [
    {
      name: 'staff sign in, create a month and publish it',
      async run(context) {
        rosa = await context.newUser()
        await rosa.open('/admin/login')
        await rosa.fill('Email', ADMIN.email)
        await rosa.fill('Password', ADMIN.password)
        await rosa.click('button', 'Sign In')
        await rosa.isAt('/admin/dashboard')
        await context.checkLayout(rosa, 'staff-dashboard')
        await rosa.open('/admin/months')
        await rosa.click('button', 'Create Month')
        await rosa.click('button', 'Create Month', DIALOG)
        await rosa.seesText('January 2027 created as draft')
        await rosa.click('radio', 'No School')
        await context.checkLayout(rosa, 'month')
        await rosa.click('button', 'Save & Publish')
        await rosa.seesText('January 2027 published')
        const january = await maybeOne<{ is_active: boolean }>(
          context.server.database.db,
          sql`select is_active from months where month_name = 'January'`,
        )
        expectEqual(january?.is_active, true)
      },
    },
    {
      name: 'they record a payment and type its date',
      async run(context) {
        const { db } = context.server.database
        const dana = await maybeOne<{ id: string }>(
          db,
          sql`select id from profiles where email = 'dana@example.com'`,
        )
        await rosa.open(`/admin/parent-users/${dana?.id}`)
        await rosa.click('button', 'Record Payment')
        await rosa.fill('Amount', '50.25', DIALOG)
        await rosa.typeDate(`${DIALOG} input[type="date"]`, '2026-11-13')
        await rosa.click('combobox', 'Method', DIALOG)
        await context.checkLayout(rosa, 'payment')
        await rosa.click('option', 'FACTS')
        await rosa.click('button', 'Record Payment', DIALOG)
        await rosa.seesText('Payment recorded successfully')
        const payments = await rows(db, sql`select payment_date, payment_method from payments`)
        expectEqual(payments, [{ payment_date: '2026-11-13', payment_method: 'facts' }])
        await context.checkLayout(rosa, 'parent')
      },
    },
    {
      name: 'the board marks, undoes, and keeps working offline',
      async run(context) {
        await arrange.aDropIn(DAY, { guest_child_name: 'Ben Ode' })
        await rosa.open(BOARD)
        await rosa.seesTexts(COUNTS, ['2 Expected', '0 Here', '0 Gone', '0 Not coming'])
        await rosa.click('button', 'Arrived', card('Amara Okafor'))
        await rosa.seesTexts(COUNTS, ['1 Expected', '1 Here', '0 Gone', '0 Not coming'])
        await rosa.click('button', 'Amara Okafor', card('Amara Okafor'))
        await rosa.click('button', 'Undo arrival', card('Amara Okafor'))
        await rosa.seesTexts(COUNTS, ['2 Expected', '0 Here', '0 Gone', '0 Not coming'])
        await rosa.click('button', 'Arrived', card('Amara Okafor'))
        await rosa.waitUntil('the board is cached', async () => {
          const [name] = await caches.keys()
          const registration = await navigator.serviceWorker.getRegistration()
          return Boolean(registration?.active && name && (await (await caches.open(name)).keys()).length > 5)
        })
        // Marks are shown before they are sent: an arrival, its undoing, and another.
        await waitUntilMarked(context.server.database.db, 'Amara Okafor', 3)
        context.proxy.shut()
        await rosa.click('button', 'Arrived', card('Ben Ode'))
        await rosa.seesText('1 mark is waiting on this device')
        await rosa.reload()
        await rosa.seesText('1 mark is waiting on this device')
        await rosa.seesTexts(COUNTS, ['0 Expected', '2 Here', '0 Gone', '0 Not coming'])
        await context.checkLayout(rosa, 'board-offline')
        expectEqual(await arrivals(context.server.database.db), ['Amara Okafor'])
        // Discards Firefox's errors about failed connections meanwhile.
        context.takeErrors()
        context.proxy.open()
        await waitUntilMarked(context.server.database.db, 'Ben Ode', 1)
        await rosa.waitUntil('none is waiting', () => !document.body.innerText.includes('on this device'))
        expectEqual(await arrivals(context.server.database.db), ['Amara Okafor', 'Ben Ode'])
        await context.checkLayout(rosa, 'board')
      },
    },
    {
      name: 'the day report opens for printing and fits its pages',
      async run(context) {
        await rosa.open(`/admin/day-reports?date=${DAY}`)
        await context.checkLayout(rosa, 'day-report')
        await rosa.open(`/admin/day-reports/print?date=${DAY}&print=1`)
        await rosa.seesText('Daily Attendance Report')
        await rosa.seesPrintDialog()
        expectEqual(await rosa.countPrintedPages(), 1)
        await context.checkLayout(rosa, 'print')
      },
    },
  ]
}

/** Waits until the server has stored this many marks of the child. */
async function waitUntilMarked(db: Parameters<typeof rows>[0], name: string, version: number): Promise<void> {
  const versions = () =>
    rows(
      db,
      sql`select m.version from attendance_marks m join submissions s on s.id = m.submission_id
        left join children c on c.id = s.child_id where ${name} in (s.guest_child_name, c.name)`,
    )
  for (const until = Date.now() + 60_000; Date.now() < until; await sleep(100)) {
    if (isDeepStrictEqual(await versions(), [{ version }])) return
  }
  expectEqual(await versions(), [{ version }])
}

const card = (name: string) => ({ role: 'article' as const, name })

async function arrivals(db: Parameters<typeof rows>[0]): Promise<string[]> {
  const marks = await rows<{ child: string }>(
    db,
    sql`select s.guest_child_name as child from attendance_marks m join submissions s on s.id = m.submission_id
      where m.arrived_at is not null order by child`,
  )
  return marks.map(({ child }) => child)
}
