import AxeBuilder from '@axe-core/playwright'
import { expect, type Page, test } from '@playwright/test'

const STANDARD = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

const LIVE = ':is([role=alert], [role=status], [aria-live]:not([aria-live=off]))'

/**
 * No violation on what the page shows right now. Once per screen: where a test runs at both widths, on the desktop.
 * Dark, narrow and large text are seen by `npm run test:a11y`, which walks every screen.
 */
export async function expectAccessible(page: Page): Promise<void> {
  const { project, tags } = test.info()
  if (project.name === 'phone' && !tags.includes('@phone-only')) return
  expect(await violationsOf(page), page.url()).toEqual([])
  await expect(page.locator(`${LIVE} ${LIVE}`), 'live in a live region: spoken twice').toHaveCount(0)
}

/** Looking at the top frame alone is several times as fast; sandboxed frames run no script that could look. */
async function violationsOf(page: Page): Promise<string[]> {
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] })
  const { violations } = await axe.withTags(STANDARD).exclude('iframe[sandbox]').analyze()
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map((node) => `${id} (${help}): ${node.target.join(' ')}\n    ${node.failureSummary ?? ''}`),
  )
}
