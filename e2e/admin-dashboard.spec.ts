import { expect, expectAccessible, test } from './fixtures'

const PATH = '/admin/dashboard'

test.beforeEach(async ({ page, arrange, signIn }) => {
  await signIn(page, await arrange.anAdmin())
})

test('a programme without families shows its empty state and three actions', async ({ page }) => {
  await page.goto(PATH)
  await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible()
  await expect(page.getByText('No submissions yet')).toBeVisible()
  for (const [label, path] of [
    ['Create New Month', '/admin/months'],
    ['Generate Day Report', '/admin/day-reports'],
    ['Manage Parent Users', '/admin/parent-users'],
  ] as const) {
    await page.goto(PATH)
    await page.getByRole('main').getByRole('link', { name: label }).click()
    await expect(page).toHaveURL((url) => url.pathname === path)
  }
})

test('the dashboard shows the figures and the five newest submissions, and updates live', async ({
  page,
  arrange,
}) => {
  const month = await arrange.aMonth({ month_name: 'April', year: 2027 })
  const parent = await arrange.aParent({ full_name: 'Dana Okafor' })
  for (let n = 1; n <= 7; n += 1) {
    const child = await arrange.aChild(parent, { name: `Child Number ${n}` })
    await arrange.aRegistration(child, month, { submitted_at: `2026-11-16T1${n}:00:00Z` })
  }
  await page.goto(PATH)
  const recent = page.getByRole('region', { name: 'Recent Submissions' })
  await expect(recent.getByRole('listitem')).toHaveCount(5)
  await expect(recent.getByRole('listitem').first()).toContainText('Child Number 7')
  await expect(recent.getByRole('listitem').first()).toContainText('Dana Okafor')
  await expect(recent.getByRole('listitem').first()).toContainText(`${month.month_name} 2027`)
  await expect(recent.getByRole('listitem').first()).toContainText('$60.00')
  await expect(recent.getByRole('listitem').first()).toContainText('Submitted')
  await expect(recent.getByText('Child Number 2')).toBeHidden()
  await expectAccessible(page)

  const unpaid = page.getByRole('definition').nth(1)
  const before = Number(await unpaid.textContent())
  const dropIn = await arrange.aDropIn('2026-11-16', {
    guest_child_name: 'Otis Whitfield',
    submitted_at: '2026-11-16T20:00:00Z',
  })
  await expect(recent.getByRole('listitem').first()).toContainText('Otis Whitfield')
  await expect(recent.getByRole('listitem').first()).toContainText('Day Drop-In')
  await expect(unpaid).toHaveText(String(before + 1))
  const parents = page.getByRole('definition').first()
  const families = Number(await parents.textContent())
  await arrange.aParent()
  await expect(parents).toHaveText(String(families + 1))

  await recent.getByRole('listitem').first().getByRole('link').click()
  await expect(page).toHaveURL((url) => url.pathname + url.search === `/admin/submissions?id=${dropIn.id}`)
  await expect(page.getByRole('dialog')).toContainText('Otis Whitfield')
  await page.goBack()
  await page.getByRole('link', { name: 'View All' }).click()
  await expect(page).toHaveURL((url) => url.pathname + url.search === '/admin/submissions')
})
