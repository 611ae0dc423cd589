import { z } from 'zod'
import { createAdminLink } from '../auth/first-admin'
import { createClock } from '../clock'
import { runCommand } from '../command'
import { openDatabase } from '../db/client'
import { migrate } from '../db/migrate'
import { StartError } from '../db/postgres/start-error'
import { MIGRATIONS } from '../server'

await runCommand(async ({ config, databaseUrl, args, say }) => {
  const [action, address] = args
  if (action !== 'create' || !address)
    throw new StartError('Say whom to make an admin: npm run admin -- create EMAIL')
  const email = z.email().safeParse(address)
  if (!email.success) throw new StartError(`"${address}" is not an e-mail address.`)
  await migrate(databaseUrl, MIGRATIONS)
  const { db, close } = openDatabase(databaseUrl, () => {})
  try {
    const clock = createClock(config.timeZone, config.now)
    const link = await createAdminLink({ config, clock, db }, email.data)
    say(`${email.data.toLowerCase()} is an admin. This link sets the password and works once:\n\n  ${link}\n`)
  } finally {
    await close()
  }
})
