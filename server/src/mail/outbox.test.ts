import { describe, expect, test } from 'vitest'
import { SECRET_LINK } from '../../testing/mail-samples'
import { composeDueEvents, storeMail } from '../../testing/mails'
import { storedRows } from '../../testing/rows'
import { testApp } from '../../testing/test-app'
import { queueEvent } from '../mail-events/queue-events'
import { parseRecipient, RecipientError } from './recipient'

const app = await testApp()

describe('an address', () => {
  test.each([
    'dana@example.com\r\nBcc: victim@example.com',
    'dana@example.com, victim@example.com',
    'Dana <dana@example.com>',
    '"dana@example.com,victim@example.com"',
    'dana@example.com\nvictim@example.com',
    '',
    'dana',
    `${'a'.repeat(250)}@example.com`,
  ])('that is not exactly one address is rejected: %j', async (address) => {
    expect(() => parseRecipient({ address })).toThrow(RecipientError)
    const mail = { to: { address }, template: 'password-changed', name: 'Dana' } as const
    await expect(storeMail(app.services, mail)).rejects.toBeInstanceOf(RecipientError)
  })

  test('keeps its name on one line', () => {
    expect(parseRecipient({ address: ' dana@example.com ', name: 'Dana\r\nBcc: x@example.com' })).toEqual({
      address: 'dana@example.com',
      name: 'Dana Bcc: x@example.com',
    })
  })
})

describe('queueing', () => {
  test('a test email has the sample data and says that it is a test', async () => {
    const event = { kind: 'test', templateType: 'monthly-parent', language: undefined } as const
    const [id] = await queueEvent(app.services.db, { event, to: 'rosa@example.com' }, app.services)
    await composeDueEvents(app.services)
    const [mail] = await storedRows(app.services.db, 'outbox')
    expect(mail).toMatchObject({ id, template: 'monthly-parent', to_email: 'rosa@example.com' })
    expect(mail?.text).toContain('$380.00')
    expect(mail?.text).toContain('This is a test email.')
  })

  test('an email that the database rejects does not expose its link in the error', async () => {
    const mail = { template: 'recovery', link: `${SECRET_LINK}\u0000`, validForHours: 1 } as const
    const event = { kind: 'account', mail, language: null } as const
    const failure = await queueEvent(app.services.db, { event }, app.services).catch(
      (error: unknown) => error,
    )
    expect(failure).toBeInstanceOf(Error)
    const { message, stack, cause } = failure as Error
    const told = [message, stack, JSON.stringify(failure), String(cause), JSON.stringify(cause)].join()
    expect(told).toContain('A mail could not be queued')
    expect(told).not.toContain('one-time-secret')
  })
})
