import type { Locator, Page } from '@playwright/test'

/** An alert; after a click on Save it gets the focus instead, which announces it. */
export const conflictAlert = (scope: Page | Locator) =>
  scope
    .locator('[role="alert"], [role="group"]')
    .filter({ hasText: 'This was saved elsewhere while you were editing.' })
