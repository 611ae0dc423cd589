import { expect, type Page } from '@playwright/test'

export { linkIn } from './links'

/** The sign-in screens as a person uses them. */

const toastOf = (page: Page, title: string, message?: string) =>
  page
    .getByRole('alert')
    .or(page.getByRole('status'))
    .filter({ has: page.getByText(title, { exact: true }) })
    .filter({ hasText: message ?? title })

export async function expectToast(page: Page, title: string, message?: string): Promise<void> {
  await expect(toastOf(page, title, message)).toBeVisible()
}

export async function signInByForm(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
}
