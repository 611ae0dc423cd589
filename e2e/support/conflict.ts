import type { Locator, Page } from '@playwright/test'

/** An alert; once Save was pressed it takes the focus instead, which reads it out. */
export const conflictAlert = (scope: Page | Locator) =>
  scope
    .locator('[role="alert"], [role="group"]')
    .filter({ hasText: 'This was saved elsewhere while you were editing.' })
