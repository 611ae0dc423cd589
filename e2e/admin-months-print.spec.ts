import { expect, expectAccessible, test } from './fixtures'

/** The page sizes of a PDF, in points. */
function pagesOf(pdf: Buffer): { width: number; height: number }[] {
  const boxes = pdf.toString('latin1').matchAll(/\/MediaBox\s*\[\s*0 0 ([\d.]+) ([\d.]+)\s*\]/g)
  return [...boxes].map(([, width, height]) => ({ width: Number(width), height: Number(height) }))
}

test.beforeEach(async ({ page, arrange, signIn }) => {
  await signIn(page, await arrange.anAdmin())
})

for (const [name, values] of [
  ['five weeks', { month_name: 'December', year: 2026 }],
  ['six weeks', { month_name: 'January', year: 2028 }],
] as const) {
  test(`a month of ${name} prints on one landscape page of Letter and of A4`, async ({ page, arrange }) => {
    const month = await arrange.aMonth({ ...values, closed_days: [10] })
    await page.goto(`/admin/months?month=${month.id}`)
    await page.getByRole('link', { name: `Print ${values.month_name} ${values.year}` }).click()
    // The editor has the same heading and stays visible until the printout's code has loaded.
    await expect(page.getByRole('article').getByText(/school year/)).toBeVisible()
    for (const [format, long, short] of [
      ['Letter', 792, 612],
      ['A4', 842, 595],
    ] as const) {
      const pages = pagesOf(await page.pdf({ format, preferCSSPageSize: true, printBackground: true }))
      expect(pages, format).toHaveLength(1)
      expect(Math.abs((pages[0]?.width ?? 0) - long), format).toBeLessThan(2)
      expect(Math.abs((pages[0]?.height ?? 0) - short), format).toBeLessThan(2)
    }
  })
}

test('the printout shows the school year, four day types, closed days and days off', async ({
  page,
  arrange,
}) => {
  const isPhone = test.info().project.name === 'phone'
  const month = await arrange.aMonth({
    month_name: isPhone ? 'October' : 'November',
    year: 2027,
    closed_days: [9],
    day_types: { 9: 'regular', 10: 'noon', 11: 'early', 12: 'no_school', 15: 'unavailable' },
  })
  await page.goto(`/admin/months/${month.id}/print`)
  const sheet = page.getByRole('article')
  await expect(sheet).toContainText('school year 2027 to 2028')
  await expect(sheet.getByRole('list', { name: 'Legend' }).getByRole('listitem')).toHaveText([
    'Regular Day',
    'Noon Dismissal',
    '2:30 Dismissal',
    'Unavailable',
  ])
  await expectAccessible(page)
  const cells = sheet.getByRole('cell')
  await expect(cells.filter({ hasText: /^10Noon Dismissal\$30$/ })).toHaveCount(isPhone ? 0 : 1)
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('button', { name: 'Print' })).toBeHidden()
  await expect(page.getByRole('banner')).toBeHidden()
  await page.emulateMedia({ media: null })
  await page.getByRole('link', { name: 'Close' }).click()
  await expect(page).toHaveURL((url) => url.searchParams.get('month') === month.id)
})
