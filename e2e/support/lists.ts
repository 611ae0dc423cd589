import type { Page } from '@playwright/test'
import { test } from '../fixtures'

/** The rows of an admin list: table rows, or cards on phones. */
export const listRows = (page: Page, name: string) =>
  test.info().project.name === 'phone'
    ? page.getByRole('list', { name, exact: true }).getByRole('listitem')
    : page.getByRole('table', { name, exact: true }).locator('tbody').getByRole('row')
