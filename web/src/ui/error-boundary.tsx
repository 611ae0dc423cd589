import { Component, type ReactNode } from 'react'
import { Button } from './button'
import { FallenBlocks } from './drawings/fallen-blocks'

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
    return this.state.failed ? <FailedScreen /> : this.props.children
  }
}

/** Without a connection the code of a page that was not opened yet cannot be fetched: that is no mistake of ours. */
function FailedScreen() {
  const [title, words] = navigator.onLine
    ? [
        'Something fell over',
        'This screen could not be shown. What you saved before is safe; please reload the page and try again.',
      ]
    : ['You are offline', 'This page opens when the connection is back. What you saved before is safe.']
  return (
    <div
      role="alert"
      className="mx-auto grid min-h-[60dvh] max-w-md place-content-center justify-items-center px-4 text-center"
    >
      <FallenBlocks className="w-40" />
      <h1 className="mt-4 text-2xl">{title}</h1>
      <p className="mt-2 mb-5 text-muted">{words}</p>
      <Button onClick={() => window.location.reload()}>Reload the page</Button>
    </div>
  )
}
