import { useEffect } from 'react'
import { importWithRetry, lazyWithRetry } from '../../ui/lazy-with-retry'
import { onFirstInteraction } from '../../ui/overlays/load-dialogs'
import { useSubmissionUrl } from './submission-url'

const load = () => import('./submission-dialog')

const SubmissionDialog = lazyWithRetry(load, (m) => m.SubmissionDialog, {
  isOpen: ({ id }) => id !== null,
  close: ({ onClose }) => onClose(),
})

/** Rendered once on every page that lists submissions; opens the submission in the URL. */
export function LazySubmissionDialog() {
  const { id, close } = useSubmissionUrl()
  // An error is shown when it is opened.
  useEffect(() => onFirstInteraction(() => void importWithRetry(load).catch(() => undefined)), [])
  return <SubmissionDialog id={id} onClose={close} />
}
