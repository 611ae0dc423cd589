import AxeBuilder from '@axe-core/playwright'
import { expect, type Page, test } from '@playwright/test'

const STANDARD = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** Off by default, although WCAG 2.5.3 asks for it: speech input clicks by the words that are seen. */
const LABEL_IN_NAME = { 'label-content-name-mismatch': { enabled: true } }

const LIVE = ':is([role=alert], [role=status], [aria-live]:not([aria-live=off]))'

/**
 * The page as it is now has no violation. Once per screen: where a test runs at both widths, on the desktop.
 * `npm run test:a11y` checks every screen dark, narrow and with large text.
 */
export async function expectAccessible(page: Page): Promise<void> {
  const { project, tags } = test.info()
  if (project.name === 'phone' && !tags.includes('@phone-only')) return
  expect(await violationsOf(page), page.url()).toEqual([])
  await expect(
    page.locator(`${LIVE} ${LIVE}`),
    'a live region inside another is announced twice',
  ).toHaveCount(0)
}

/** Checking only the top frame is several times as fast; sandboxed frames run no scripts anyway. */
async function violationsOf(page: Page): Promise<string[]> {
  const axe = new AxeBuilder({ page })
    .setLegacyMode()
    .options({ resultTypes: ['violations'], rules: LABEL_IN_NAME })
  const { violations } = await axe.withTags(STANDARD).exclude('iframe[sandbox]').analyze()
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map((node) => `${id} (${help}): ${node.target.join(' ')}\n    ${node.failureSummary ?? ''}`),
  )
}
