import { maybeOne, sql } from '../../server/src/db/sql'
import type { buildersFor } from '../../server/testing/builders'
import { linkIn } from '../support/links'
import type { Person } from './person'
import { expectSame, type Step } from './steps'

const EMAIL = 'dana@example.com'
const PASSWORD = 'late afternoon'
const DIALOG = '[role="dialog"]'

/** Dana signs up, registers Amara for December, thinks again, and asks for today. */
export function parentSteps(arrange: ReturnType<typeof buildersFor>): Step[] {
  let dana: Person
  const days = async (stage: { server: { database: { db: Parameters<typeof maybeOne>[0] } } }) =>
    (
      await maybeOne<{ selected_days: number[] }>(
        stage.server.database.db,
        sql`select s.selected_days from submissions s join months m on m.id = s.month_id where m.month_name = 'December'`,
      )
    )?.selected_days

  return [
    {
      name: 'a parent signs up, follows the link in the mail and signs in',
      async run(stage) {
        dana = await stage.comes()
        await dana.open('/')
        await stage.looks(dana, 'landing')
        await dana.open('/auth')
        await dana.press('tab', 'Sign Up')
        await dana.write('Full Name', 'Dana Okafor')
        await dana.write('Email', EMAIL)
        await dana.write('Password', PASSWORD)
        await stage.looks(dana, 'sign-up')
        await dana.press('button', 'Create Account')
        await dana.sees('Account Created!')
        await dana.open(linkIn((await stage.server.mails.next(EMAIL)).links))
        await dana.sees('Email Verified')
        await dana.open('/auth')
        await dana.write('Email', EMAIL)
        await dana.write('Password', PASSWORD)
        await dana.pressKeys('Enter')
        await dana.sees('Welcome back!')
        await dana.isAt('/dashboard')
        await stage.looks(dana, 'dashboard')
      },
    },
    {
      name: 'she adds a child on the spot and registers it',
      async run(stage) {
        await arrange.aMonth({ closed_days: [16] })
        await dana.open('/monthly-signup')
        await dana.press('button', 'Add Child')
        await dana.write('Name', 'Amara Okafor', DIALOG)
        await dana.write('Allergies', 'Peanuts', DIALOG)
        await stage.looks(dana, 'add-child')
        await dana.press('button', 'Add Child', DIALOG)
        await dana.press('button', 'Tuesday, December 1, Regular, $20')
        // Arrow keys move to Thursday, and Space selects it.
        await dana.pressKeys('ArrowRight', 'ArrowRight', ' ')
        await dana.seesNamed('button', 'Thursday, December 3, Regular, $20, selected')
        await dana.press('checkbox', 'I have read and agree to the terms above')
        await dana.sees('$40.00')
        await stage.looks(dana, 'registration')
        await dana.press('button', 'Submit Registration')
        await dana.sees('Registration submitted successfully for 1 child.')
        await dana.isAt('/dashboard')
        expectSame(await days(stage), [1, 3])
        await stage.server.mails.next(EMAIL)
      },
    },
    {
      name: 'she changes the days of what she sent',
      async run(stage) {
        await dana.open('/history')
        await stage.looks(dana, 'history')
        await dana.pressText('December 2026', 'main ')
        await dana.press('button', 'Edit Days', DIALOG)
        await dana.press('button', 'Wednesday, December 2, Regular, $20', DIALOG)
        await dana.press('checkbox', 'I agree to the registration agreement', DIALOG)
        await stage.looks(dana, 'edit')
        await dana.press('button', 'Save Changes', DIALOG)
        await dana.sees('Submission Updated')
        await dana.sees('Added 2', DIALOG)
        expectSame(await days(stage), [1, 2, 3])
        await dana.pressKeys('Escape')
        await dana.becomes('a closed dialog', () => !document.querySelector('[role="dialog"]'))
        await dana.isAt('/history')
      },
    },
    {
      name: 'she asks for a drop-in today',
      async run(stage) {
        await arrange.aMonth({ month_name: 'November', year: 2026 })
        await dana.open('/day-drop-in')
        await dana.press('radio', 'Today (Monday, November 16, 2026)')
        await dana.pressText('Amara Okafor', 'main ')
        await dana.press('checkbox', 'I agree to the terms and conditions')
        await stage.looks(dana, 'drop-in')
        await dana.press('button', 'Submit Request')
        await dana.sees('Request Submitted!')
        await dana.isAt('/dashboard')
      },
    },
  ]
}
