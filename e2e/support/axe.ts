import AxeBuilder from '@axe-core/playwright'
import { expect, type Page, test } from '@playwright/test'

const STANDARD = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

const LIVE = ':is([role=alert], [role=status], [aria-live]:not([aria-live=off]))'

/** No violation on what the page shows right now, in the light theme and, on the desktop, in the dark one. */
export async function expectAccessible(page: Page): Promise<void> {
  expect(await violationsOf(page, (axe) => axe.withTags(STANDARD)), page.url()).toEqual([])
  await expect(page.locator(`${LIVE} ${LIVE}`), 'live in a live region: spoken twice').toHaveCount(0)
  // The themes differ in nothing but their colours, and those do not depend on the width: asked about them once.
  if (test.info().project.name === 'phone') return
  await page.emulateMedia({ colorScheme: 'dark' })
  const dark = await violationsOf(page, (axe) => axe.withRules(['color-contrast']))
  expect(dark, `dark theme of ${page.url()}`).toEqual([])
  await page.emulateMedia({ colorScheme: null })
}

/** Looking at the top frame alone is several times as fast; sandboxed frames run no script that could look. */
async function violationsOf(page: Page, about: (axe: AxeBuilder) => AxeBuilder): Promise<string[]> {
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] })
  const { violations } = await about(axe.exclude('iframe[sandbox]')).analyze()
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map((node) => `${id} (${help}): ${node.target.join(' ')}\n    ${node.failureSummary ?? ''}`),
  )
}
