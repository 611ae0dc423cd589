import { isReadOnly, runAdminCommand } from '../admins/admin-command'
import { MIGRATIONS } from '../server'
import { runCommand } from './run'

await runCommand(
  async ({ config, databaseUrl, args, print }) => {
    print(await runAdminCommand(config, databaseUrl, MIGRATIONS, args))
  },
  { isReadOnly },
)
