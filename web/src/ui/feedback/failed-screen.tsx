import type { ReactNode } from 'react'
import { FallenBlocks } from '../illustrations/fallen-blocks'

type FailedScreenProps = { title: string; children: ReactNode; action: ReactNode }

/** Replaces a whole page that cannot be shown: why, and a next step. */
export function FailedScreen({ title, children, action }: FailedScreenProps) {
  return (
    <div className="mx-auto grid min-h-[60dvh] max-w-md place-content-center justify-items-center px-4 text-center">
      <FallenBlocks className="w-40" />
      <h1 className="mt-4 text-2xl">{title}</h1>
      <p className="mt-2 mb-5 text-muted">{children}</p>
      {action}
    </div>
  )
}
