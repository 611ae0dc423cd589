import { Printer } from 'lucide-react'
import { type ReactNode, useContext, useEffect, useRef } from 'react'
import { useNavigate, useSearchParams } from '../../router/router'
import { useScrollRegion } from '../hooks/use-scroll-region'
import { Button } from '../inputs/button'
import { RouteTitleContext } from '../layout/page-title'

type PrintWindowProps = {
  /** Where Close goes when the window cannot close itself. */
  home: string
  /** Whether the contents are ready to print. */
  isReady: boolean
  children: ReactNode
}

/** A print preview window, which prints at once when its URL says so. */
export function PrintWindow({ home, isReady, children }: PrintWindowProps) {
  const params = useSearchParams()
  const title = useContext(RouteTitleContext) ?? ''
  useWindowTitle(title)
  usePrintOnce(params.has('print') && isReady)
  const close = useCloseWindow(home)
  const desk = useRef<HTMLDivElement>(null)
  const regionProps = useScrollRegion(desk, title)
  return (
    <>
      <header className="paper-bar">
        <b>{title}</b>
        <Button icon={<Printer />} disabled={!isReady} onClick={() => window.print()}>
          Print
        </Button>
        <Button variant="quiet" onClick={close}>
          Close
        </Button>
      </header>
      <main id="main" tabIndex={-1}>
        <div ref={desk} {...regionProps} className="paper-desk -outline-offset-2">
          {/* Rendered from the start, so that the change is announced. */}
          <div>{children}</div>
        </div>
      </main>
    </>
  )
}

/** The document title, which the browser also proposes as the name of a saved PDF. */
function useWindowTitle(title: string): void {
  useEffect(() => {
    document.title = title
  }, [title])
}

function usePrintOnce(isReady: boolean): void {
  const isDone = useRef(false)
  useEffect(() => {
    if (!isReady || isDone.current) return
    isDone.current = true
    // Lines break differently before the fonts have loaded.
    void document.fonts.ready.then(() => window.print())
  }, [isReady])
}

/** A window that no script opened cannot close itself: it navigates instead. */
function useCloseWindow(otherwise: string): () => void {
  const navigate = useNavigate()
  return () => {
    window.close()
    if (!window.closed) navigate(otherwise)
  }
}
