import { maybeOne, sql } from '../../server/src/db/sql'
import type { buildersFor } from '../../server/testing/builders'
import { linkIn } from '../support/links'
import { expectEqual, type Step } from './steps'
import type { User } from './user'

const EMAIL = 'dana@example.com'
const PASSWORD = 'late afternoon'
const DIALOG = '[role="dialog"]'

/** Dana signs up, registers Amara for December, edits it, and requests a drop-in. */
export function parentSteps(arrange: ReturnType<typeof buildersFor>): Step[] {
  let dana: User
  const days = async (context: { server: { database: { db: Parameters<typeof maybeOne>[0] } } }) =>
    (
      await maybeOne<{ selected_days: number[] }>(
        context.server.database.db,
        sql`select s.selected_days from submissions s join months m on m.id = s.month_id where m.month_name = 'December'`,
      )
    )?.selected_days

  return [
    {
      name: 'a parent signs up, opens the emailed link and signs in',
      async run(context) {
        dana = await context.newUser()
        await dana.open('/')
        await context.checkLayout(dana, 'landing')
        await dana.open('/auth')
        await dana.click('tab', 'Sign Up')
        await dana.fill('Full Name', 'Dana Okafor')
        await dana.fill('Email', EMAIL)
        await dana.fill('Password', PASSWORD)
        await context.checkLayout(dana, 'sign-up')
        await dana.click('button', 'Create Account')
        await dana.seesText('Account Created!')
        await dana.open(linkIn((await context.server.mails.next(EMAIL)).links))
        await dana.seesText('Email Verified')
        await dana.open('/auth')
        await dana.fill('Email', EMAIL)
        await dana.fill('Password', PASSWORD)
        await dana.pressKeys('Enter')
        await dana.seesText('Welcome back!')
        await dana.isAt('/dashboard')
        await context.checkLayout(dana, 'dashboard')
      },
    },
    {
      name: 'she adds a child on the form and registers it',
      async run(context) {
        await arrange.aMonth({ closed_days: [16] })
        await dana.open('/monthly-signup')
        await dana.click('button', 'Add Child')
        await dana.fill('Name', 'Amara Okafor', DIALOG)
        await dana.fill('Allergies', 'Peanuts', DIALOG)
        await context.checkLayout(dana, 'add-child')
        await dana.click('button', 'Add Child', DIALOG)
        await dana.click('button', 'Tuesday, December 1, Regular, $20')
        // Arrow keys move to Thursday, and Space selects it.
        await dana.pressKeys('ArrowRight', 'ArrowRight', ' ')
        await dana.seesRole('button', 'Thursday, December 3, Regular, $20, selected')
        // A draft outlives a reload.
        await dana.reload()
        await dana.seesRole('button', 'Thursday, December 3, Regular, $20, selected')
        await dana.click('checkbox', 'I have read and agree to the terms above')
        await dana.seesText('$40.00')
        await context.checkLayout(dana, 'registration')
        await dana.click('button', 'Submit Registration')
        await dana.seesText('Registration submitted successfully for 1 child.')
        await dana.isAt('/dashboard')
        expectEqual(await days(context), [1, 3])
        await context.server.mails.next(EMAIL)
      },
    },
    {
      name: 'she edits the days of her registration',
      async run(context) {
        await dana.open('/history')
        await context.checkLayout(dana, 'history')
        await dana.clickText('December 2026', 'main ')
        await dana.click('button', 'Edit Days', DIALOG)
        await dana.click('button', 'Wednesday, December 2, Regular, $20', DIALOG)
        await dana.click('checkbox', 'I agree to the registration agreement', DIALOG)
        await context.checkLayout(dana, 'edit')
        await dana.click('button', 'Save Changes', DIALOG)
        await dana.seesText('Submission Updated')
        await dana.seesText('Added 2', DIALOG)
        expectEqual(await days(context), [1, 2, 3])
        await dana.pressKeys('Escape')
        await dana.waitUntil('the dialog is closed', () => !document.querySelector('[role="dialog"]'))
        await dana.isAt('/history')
      },
    },
    {
      name: 'she requests a drop-in for today',
      async run(context) {
        await arrange.aMonth({ month_name: 'November', year: 2026 })
        await dana.open('/day-drop-in')
        await dana.click('radio', 'Today (Monday, November 16, 2026)')
        await dana.clickText('Amara Okafor', 'main ')
        await dana.click('checkbox', 'I agree to the terms and conditions')
        await context.checkLayout(dana, 'drop-in')
        await dana.click('button', 'Submit Request')
        await dana.seesText('Request Submitted!')
        await dana.isAt('/dashboard')
      },
    },
  ]
}
