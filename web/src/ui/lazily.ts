import { lazy } from 'react'

/** Longer than a page usually takes to be gone once another one was asked for. */
const LEAVING_MS = 1_500

/**
 * React's `lazy`, with a failure told a little later. Firefox cuts off what is under way as soon as another page is
 * asked for, and the page that is being left must not say in its last moment that something fell over.
 */
export const lazily: typeof lazy = (load) =>
  lazy(() =>
    load().catch(
      (error: unknown) => new Promise<never>((_, reject) => setTimeout(() => reject(error), LEAVING_MS)),
    ),
  )
