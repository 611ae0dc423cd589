import { waitFor } from '@testing-library/react'
import { expect } from 'vitest'

/** Those that are not fading out, newest first, as "Title: message". */
export const shownToasts = () =>
  [...document.querySelectorAll('[data-toast]:not([hidden], [data-ending-style])')].map((toast) =>
    [...toast.querySelectorAll('p')].map((line) => line.textContent).join(': '),
  )

export const expectToast = (title: string, message?: string) =>
  waitFor(() => expect(shownToasts()).toContain(message === undefined ? title : `${title}: ${message}`))
