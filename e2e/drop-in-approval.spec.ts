import { expect, expectAccessible, test } from './fixtures'
import { expectToast } from './support/sign-in'

test('a family asks for two children at once, staff approve one and decline the other, and the family reads both answers', async ({
  page,
  browser,
  baseURL,
  arrange,
  signIn,
  mails,
  server,
}) => {
  await arrange.aMonth({ month_name: 'November' })
  const dana = await arrange.aParent({ full_name: 'Dana Okafor' })
  for (const name of ['Amara', 'Tobias']) await arrange.aChild(dana, { name })
  const office = await browser.newContext({ baseURL })
  const desk = await office.newPage()
  await signIn(desk, await arrange.anAdmin())
  await desk.goto('/admin/settings?tab=pricing')
  await desk.getByRole('checkbox', { name: 'Drop-ins need approval' }).check()
  await desk.getByRole('button', { name: 'Save drop-ins' }).click()
  await expectToast(desk, 'Drop-in settings saved')
  await desk.goto('/admin/dashboard')
  await expect(desk.getByRole('heading', { level: 1 })).toBeVisible()

  await page.setViewportSize({ width: 390, height: 844 })
  await signIn(page, dana)
  await page.goto('/day-drop-in')
  await expect(page.getByText('Drop-ins need approval:', { exact: false })).toBeVisible()
  await page.getByRole('radio', { name: /^Amara/ }).click()
  await page.getByRole('checkbox', { name: 'Several children' }).check()
  await page.getByRole('checkbox', { name: /^Tobias/ }).check()
  await page.getByRole('radio', { name: /^Tomorrow/ }).click()
  await expect(page.getByText('2 children, $25 each.')).toBeVisible()
  await page.getByRole('checkbox', { name: /agree/ }).check()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Submit Request' }).dblclick()
  await expectToast(page, 'Request Submitted!', 'It is waiting for approval.')
  const card = (name: string) => page.getByRole('button', { name: new RegExp(`Drop-In.*${name}`) })
  for (const name of ['Amara', 'Tobias']) await expect(card(name)).toContainText(/Waiting.*\$0\.00/)

  const waiting = desk.getByRole('button', { name: /^Approve drop-in for/ })
  await expect(waiting).toHaveCount(2)
  await desk.getByRole('button', { name: 'Approve drop-in for Amara' }).click()
  const answer = desk.getByRole('dialog')
  await expect(answer).toContainText('Amara on Tuesday, November 17, $25.00.')
  await expectAccessible(desk)
  await answer.getByRole('button', { name: 'Approve' }).dblclick()
  await expectToast(desk, 'Drop-in approved')
  await expect(waiting).toHaveCount(1)
  await desk.getByRole('button', { name: 'Decline drop-in for Tobias' }).click()
  await answer.getByLabel('Your message, if you like').fill('Only one seat is left.')
  await answer.getByRole('button', { name: 'Decline' }).click()
  await expectToast(desk, 'Drop-in declined')
  await expect(waiting).toHaveCount(0)
  await office.close()

  await expect(card('Amara')).toContainText(/Approved.*\$25\.00/)
  await expect(card('Tobias')).toContainText(/Declined.*\$0\.00/)
  await card('Tobias').click()
  await expect(page.getByRole('dialog')).toContainText('The office writes: Only one seat is left.')
  const { rows } = await server.database.pool.query(
    'select guest_child_name as child, status, total_fee from submissions order by 1',
  )
  expect(rows).toEqual([
    { child: 'Amara', status: 'approved', total_fee: '25.00' },
    { child: 'Tobias', status: 'declined', total_fee: '0.00' },
  ])
  const texts = [
    await mails.next(dana.email),
    await mails.next(dana.email),
    await mails.next(dana.email),
  ].map(({ text }) => text)
  expect(texts.filter((text) => text.includes('Only one seat is left.'))).toHaveLength(1)
})
