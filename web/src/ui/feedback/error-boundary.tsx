import { Component, type ReactNode, useEffect, useState } from 'react'
import { Button } from '../inputs/button'
import { FailedScreen } from './failed-screen'

type Props = {
  children: ReactNode
  /** The address: a new one deserves another try. */
  resetOn?: string
}

/** A mistake in a screen takes only that screen down. */
export class ErrorBoundary extends Component<Props, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override componentDidUpdate(before: Props) {
    if (this.state.failed && before.resetOn !== this.props.resetOn) this.setState({ failed: false })
  }

  override render() {
    return this.state.failed ? <Failed /> : this.props.children
  }
}

const reload = () => window.location.reload()

/** Without a connection the code of a page that was not opened yet cannot be fetched: that is no mistake of ours. */
function Failed() {
  const [isOnline] = useState(navigator.onLine)
  useEffect(() => {
    if (isOnline) return
    window.addEventListener('online', reload)
    return () => window.removeEventListener('online', reload)
  }, [isOnline])
  const [title, words] = isOnline
    ? [
        'Something went wrong',
        "We couldn't show this screen. Anything you saved is safe. Please reload the page and try again.",
      ]
    : ['You are offline', "This page opens once you're back online. Anything you saved is safe."]
  return (
    <div role="alert">
      <FailedScreen title={title} action={<Button onClick={reload}>Reload the page</Button>}>
        {words}
      </FailedScreen>
    </div>
  )
}
