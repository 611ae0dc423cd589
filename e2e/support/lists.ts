import type { Page } from '@playwright/test'
import { test } from '../fixtures'

/** The rows of a list of staff's: lines of its table, on phones cards. */
export const listRows = (page: Page, name: string) =>
  test.info().project.name === 'phone'
    ? page.getByRole('list', { name, exact: true }).getByRole('listitem')
    : page.getByRole('table', { name, exact: true }).locator('tbody').getByRole('row')
