import { waitFor } from '@testing-library/react'
import { expect } from 'vitest'
import { dismissToast, readToasts } from '../ui/feedback/toast-store'

const currentToasts = () =>
  readToasts()
    .filter(({ isLeaving }) => !isLeaving)
    .map(({ title, message }) => `${title}: ${message}`)

export const expectToast = (title: string, message: string) =>
  waitFor(() => expect(currentToasts()).toContain(`${title}: ${message}`))

/** Errors stay until they are dismissed, also from one test to the next. */
export function dismissToasts(): void {
  for (const { id } of readToasts()) dismissToast(id)
}
