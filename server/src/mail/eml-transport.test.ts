import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import PostalMime from 'postal-mime'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { CONFIG, outgoing, recordingLog, SECRET_LINK } from '../../testing/mail-samples'
import { startMailbox } from '../../testing/mailbox'
import { renderMail } from './render'
import { createMailTransport } from './transports'

let dataDir: string
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'aftercare-outbox-'))
})
afterEach(() => rm(dataDir, { recursive: true, force: true }))

const recovery = renderMail(
  { template: 'recovery', name: 'Dana', link: SECRET_LINK, validForHours: 1 },
  CONFIG,
)

test('without a mail server each email becomes a file and its links are logged', async () => {
  const log = recordingLog()
  const transport = createMailTransport({ ...CONFIG, smtpUrl: undefined, dataDir, isProduction: false }, log)
  await transport.send(outgoing(recovery))
  await transport.send(outgoing(recovery))
  const files = await readdir(join(dataDir, 'outbox'))
  expect(files).toEqual(['20261116T140000-recovery-0f0e4a52-7c52-4a53-9d2e-0b8f5a0c1234.eml'])
  const file = join(dataDir, 'outbox', files[0] ?? '')
  const mail = await PostalMime.parse(await readFile(file))
  expect(mail).toMatchObject({ subject: recovery.subject, to: [{ address: 'dana@example.com' }] })
  expect(mail.text).toContain(SECRET_LINK)
  expect((await stat(file)).mode & 0o077).toBe(0)
  expect(log.lines[0]).toContain(SECRET_LINK)
})

test('in production only the file contains the link', async () => {
  const log = recordingLog()
  const config = { ...CONFIG, smtpUrl: undefined, dataDir, isProduction: true }
  await createMailTransport(config, log).send(outgoing(recovery))
  expect(log.lines).toHaveLength(1)
  expect(log.lines[0]).not.toContain(SECRET_LINK)
  expect(log.lines[0]).not.toContain('dana@example.com')
})

test('with a mail server no file is written and no link is logged', async () => {
  const box = await startMailbox()
  const log = recordingLog()
  const transport = createMailTransport({ ...CONFIG, smtpUrl: box.url, dataDir, isProduction: true }, log)
  await transport.send(outgoing(recovery))
  transport.close()
  await box.stop()
  expect(box.received).toHaveLength(1)
  expect(await readdir(dataDir)).toEqual([])
  expect(log.lines).toEqual([])
})
