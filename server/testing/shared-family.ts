import { givePassword } from './auth'
import { buildersFor } from './builders'
import { joinInto } from './family'
import { type TestClient, type TestResponse, testApp } from './test-app'

/** Of the adult who joined. */
export const PASSWORD = 'sunset over water'

type Adult = { id: string; email: string; full_name: string }

export type SharedFamily = {
  dana: Adult
  kemi: Adult
  child: { id: string; parent_id: string; name: string }
  register(client: TestClient, days?: number[]): Promise<TestResponse<any>>
  first: TestClient
  second: TestClient
}

/** The app with staff and two months, and families of two adults. */
export async function startWithFamilies() {
  const app = await testApp()
  const make = buildersFor(app.services.db)
  const december = await make.aMonth({ seats: 30 })
  await make.aMonth({ month_name: 'November' })
  const admin = await make.anAdmin()
  const staff = await app.as(admin)

  /** Dana's family, which Kemi has joined, and their clients. */
  async function aSharedFamily(): Promise<SharedFamily> {
    app.setNow('2026-11-16T09:00:00-05:00')
    const dana = await make.aParent({ full_name: 'Dana Okafor', phone: '555-0101' })
    const kemi = await make.aParent({ full_name: 'Kemi Okafor', phone: '555-0202' })
    await givePassword(app, kemi, PASSWORD)
    await joinInto(app, dana, kemi)
    const child = await make.aChild(dana, { name: 'Amara' })
    const register = (client: TestClient, days = [9]) =>
      client.post('/api/submissions', {
        month_id: december.id,
        child_ids: [child.id],
        selected_days: days,
        agreed: true,
      })
    return { dana, kemi, child, register, first: await app.as(dana), second: await app.as(kemi) }
  }

  return { app, make, december, admin, staff, aSharedFamily }
}
