import { Component, type ReactNode, useEffect, useState } from 'react'
import { reportError } from '../../client-errors/report-error'
import { useTexts } from '../../language/language'
import { Button } from '../inputs/button'
import { ReloadNeededError } from '../lazy-with-retry'
import { en } from '../texts/en'
import { FailedScreen } from './failed-screen'

type Props = {
  children: ReactNode
  /** The URL: a new one resets the boundary. */
  resetOn?: string
}

/** An error in a page takes only that page down. */
export class ErrorBoundary extends Component<Props, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override componentDidCatch(error: unknown) {
    // Reported where it was loaded.
    if (!(error instanceof ReloadNeededError)) reportError('render', error)
  }

  override componentDidUpdate(before: Props) {
    if (this.state.failed && before.resetOn !== this.props.resetOn) this.setState({ failed: false })
  }

  override render() {
    return this.state.failed ? <Failed /> : this.props.children
  }
}

const reload = () => window.location.reload()

/** Offline, the code of a page that was not opened before cannot be loaded: that is no error of ours. */
function Failed() {
  const t = useTexts(en)
  const [isOnline] = useState(navigator.onLine)
  useEffect(() => {
    if (isOnline) return
    window.addEventListener('online', reload)
    return () => window.removeEventListener('online', reload)
  }, [isOnline])
  const { title, text } = isOnline ? t.failed : t.failedOffline
  return (
    <div role="alert">
      <FailedScreen title={title} action={<Button onClick={reload}>{t.reloadPage}</Button>}>
        {text}
      </FailedScreen>
    </div>
  )
}
