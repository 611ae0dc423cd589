import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

const STANDARD = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** No violation on what the page shows right now, in the light and in the dark theme. */
export async function expectAccessible(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    // No script runs in a sandboxed frame, so axe would wait there for ever.
    const axe = new AxeBuilder({ page }).exclude('iframe[sandbox]')
    // The themes differ in nothing but their colours, so the dark one is asked about those alone.
    const { violations } = await (colorScheme === 'light'
      ? axe.withTags(STANDARD)
      : axe.withRules(['color-contrast'])
    ).analyze()
    const found = violations.flatMap(({ id, help, nodes }) =>
      nodes.map((node) => `${id} (${help}): ${node.target.join(' ')}\n    ${node.failureSummary ?? ''}`),
    )
    expect(found, `${colorScheme} theme of ${page.url()}`).toEqual([])
  }
  await page.emulateMedia({ colorScheme: null })
}
