import { Printer } from 'lucide-react'
import { type ReactNode, useContext, useEffect, useRef } from 'react'
import { useNavigate, useSearchParams } from '../../router/router'
import { useScrollRegion } from '../hooks/use-scroll-region'
import { Button } from '../inputs/button'
import { RouteTitleContext } from '../layout/page-title'

type PrintWindowProps = {
  /** Where Close leads when the window may not close itself. */
  home: string
  /** Whether the sheet is there to be printed. */
  isReady: boolean
  children: ReactNode
}

/** A window of its own with a sheet on a desk, which prints by itself when its address says so. */
export function PrintWindow({ home, isReady, children }: PrintWindowProps) {
  const params = useSearchParams()
  const title = useContext(RouteTitleContext) ?? ''
  useWindowTitle(title)
  usePrintOnce(params.has('print') && isReady)
  const close = useCloseWindow(home)
  const desk = useRef<HTMLDivElement>(null)
  const stop = useScrollRegion(desk, title)
  return (
    <>
      <header className="paper-bar">
        <b>{title}</b>
        <Button icon={<Printer aria-hidden="true" />} disabled={!isReady} onClick={() => window.print()}>
          Print
        </Button>
        <Button variant="quiet" onClick={close}>
          Close
        </Button>
      </header>
      <main id="main" tabIndex={-1}>
        <div ref={desk} {...stop} className="paper-desk -outline-offset-2">
          {/* There from the start, so that it is noticed when the sheet has come. */}
          <div>{children}</div>
        </div>
      </main>
    </>
  )
}

/** The window's whole title, which the browser also proposes as the name of a saved PDF. */
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
    // Lines break elsewhere before the fonts are there.
    void document.fonts.ready.then(() => window.print())
  }, [isReady])
}

/** A window that a person opened by its address may not close itself: it goes to where it belongs instead. */
function useCloseWindow(otherwise: string): () => void {
  const navigate = useNavigate()
  return () => {
    window.close()
    if (!window.closed) navigate(otherwise)
  }
}
