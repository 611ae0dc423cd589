import { givePassword } from './auth'
import type { TestApp } from './test-app'

const PASSWORD = 'sunset over water'

/** As the person does it, who needs a password for that. */
export async function deleteAccount(app: TestApp, account: { id: string }) {
  await givePassword(app, account, PASSWORD)
  return (await app.as(account)).post('/api/own-data/delete-account', { password: PASSWORD })
}
