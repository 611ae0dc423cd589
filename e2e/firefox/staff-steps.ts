import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { maybeOne, rows, sql } from '../../server/src/db/sql'
import type { buildersFor } from '../../server/testing/builders'
import { ADMIN } from '../support/server'
import { pageCountOf } from './pdf-pages'
import type { Person } from './person'
import { expectSame, type Step } from './steps'

const DIALOG = '[role="dialog"]'
const BOARD = '/admin/day-reports/board'
const DAY = '2026-11-16'
const COUNTS = '[role="group"][aria-label="Show only"] button'

/** Staff publish January, take Dana's payment, keep the board through a lost connection, and print. */
export function staffSteps(arrange: ReturnType<typeof buildersFor>): Step[] {
  let rosa: Person
  return [
    {
      name: 'staff sign in, make a month and publish it',
      async run(stage) {
        rosa = await stage.comes()
        await rosa.open('/admin/login')
        await rosa.write('Email', ADMIN.email)
        await rosa.write('Password', ADMIN.password)
        await rosa.press('button', 'Sign In')
        await rosa.isAt('/admin/dashboard')
        await stage.looks(rosa, 'staff-dashboard')
        await rosa.open('/admin/months')
        await rosa.press('button', 'Create Month')
        await rosa.press('button', 'Create Month', DIALOG)
        await rosa.sees('January 2027 created as draft')
        await rosa.press('radio', 'No School')
        await stage.looks(rosa, 'month')
        await rosa.press('button', 'Save & Publish')
        await rosa.sees('January 2027 published')
        const january = await maybeOne<{ is_active: boolean }>(
          stage.server.database.db,
          sql`select is_active from months where month_name = 'January'`,
        )
        expectSame(january?.is_active, true)
      },
    },
    {
      name: 'they record a payment, with the date typed',
      async run(stage) {
        const { db } = stage.server.database
        const dana = await maybeOne<{ id: string }>(
          db,
          sql`select id from profiles where email = 'dana@example.com'`,
        )
        await rosa.open(`/admin/parent-users/${dana?.id}`)
        await rosa.press('button', 'Record Payment')
        await rosa.write('Amount', '50.25', DIALOG)
        await rosa.page.locator(`${DIALOG} input[type="date"]`).click()
        await rosa.pressKeys('Home')
        await rosa.page.keyboard.type('11132026')
        await rosa.press('combobox', 'Method', DIALOG)
        await stage.looks(rosa, 'payment')
        await rosa.press('option', 'FACTS')
        await rosa.press('button', 'Record Payment', DIALOG)
        await rosa.sees('Payment recorded successfully')
        const payments = await rows(db, sql`select payment_date, payment_method from payments`)
        expectSame(payments, [{ payment_date: '2026-11-13', payment_method: 'facts' }])
        await stage.looks(rosa, 'parent')
      },
    },
    {
      name: 'the board marks, takes back, and works through a lost connection',
      async run(stage) {
        await arrange.aDropIn(DAY, { guest_child_name: 'Ben Ode' })
        await rosa.open(BOARD)
        await rosa.reads(COUNTS, ['2 Expected', '0 Here', '0 Gone', '0 Not coming'])
        await rosa.press('button', 'Arrived', card('Amara Okafor'))
        await rosa.reads(COUNTS, ['1 Expected', '1 Here', '0 Gone', '0 Not coming'])
        await rosa.press('button', 'Undo arrival', card('Amara Okafor'))
        await rosa.reads(COUNTS, ['2 Expected', '0 Here', '0 Gone', '0 Not coming'])
        await rosa.press('button', 'Arrived', card('Amara Okafor'))
        await rosa.becomes('a kept board', async () => {
          const [name] = await caches.keys()
          const registration = await navigator.serviceWorker.getRegistration()
          return Boolean(registration?.active && name && (await (await caches.open(name)).keys()).length > 5)
        })
        // Shown at once but sent a moment later: waits until it is sent.
        await sent(stage.server.database.db, ['Amara Okafor'])
        await stage.line.cut()
        await rosa.press('button', 'Arrived', card('Ben Ode'))
        await rosa.sees('1 mark is waiting on this device')
        await rosa.page.reload()
        await rosa.sees('1 mark is waiting on this device')
        await rosa.reads(COUNTS, ['0 Expected', '2 Here', '0 Gone', '0 Not coming'])
        await stage.looks(rosa, 'board-offline')
        expectSame(await arrivals(stage.server.database.db), ['Amara Okafor'])
        // Discards Firefox's errors about connections refused meanwhile.
        stage.faults()
        await stage.line.restore()
        await rosa.becomes('all marks sent', () => !document.body.innerText.includes('on this device'))
        expectSame(await arrivals(stage.server.database.db), ['Amara Okafor', 'Ben Ode'])
        await stage.looks(rosa, 'board')
      },
    },
    {
      name: 'the day report opens for printing and fits its pages',
      async run(stage) {
        await rosa.open(`/admin/day-reports?date=${DAY}`)
        await stage.looks(rosa, 'day-report')
        await rosa.page.evaluateOnNewDocument(() => {
          window.print = () => document.documentElement.setAttribute('data-printed', '')
        })
        await rosa.open(`/admin/day-reports/print?date=${DAY}&print=1`)
        await rosa.sees('Daily Attendance Report')
        await rosa.page.waitForSelector('html[data-printed]')
        expectSame(pageCountOf(await rosa.page.pdf({ format: 'letter' })), 1)
        await stage.looks(rosa, 'print')
      },
    },
  ]
}

/** Waits until the server has stored these arrivals. */
async function sent(db: Parameters<typeof rows>[0], names: readonly string[]): Promise<void> {
  for (const until = Date.now() + 60_000; Date.now() < until; await sleep(100)) {
    if (isDeepStrictEqual(await arrivals(db), names)) return
  }
  expectSame(await arrivals(db), names)
}

const card = (name: string) => `::-p-aria([name="${name}"][role="article"])`

async function arrivals(db: Parameters<typeof rows>[0]): Promise<string[]> {
  const marks = await rows<{ child: string }>(
    db,
    sql`select s.guest_child_name as child from attendance_marks m join submissions s on s.id = m.submission_id
      where m.arrived_at is not null order by child`,
  )
  return marks.map(({ child }) => child)
}
