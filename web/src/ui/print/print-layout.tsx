import { type ReactNode, useLayoutEffect } from 'react'
import { rootAttributeRef } from '../hooks/root-attribute-ref'
import { Logo } from '../illustrations/logo'
import { useProgram } from '../program'
import './print-layout.css'

type PrintLayoutProps = {
  /** The name for its own styles. */
  sheet: string
  title: string
  subtitle: ReactNode
  /** At the right, below the programme's name. */
  aside?: ReactNode
  /** Above everything else. */
  notice?: string | false
  /** The footer of every page; a sheet without one is a single landscape page. */
  footer?: { text: string; warning?: string }
  children: ReactNode
}

const markPortrait = rootAttributeRef('data-paper')
const markLandscape = rootAttributeRef('data-paper-landscape')

/** A printed sheet, with its header on the first page and a footer on all. */
export function PrintLayout({ sheet, title, subtitle, aside, notice, footer, children }: PrintLayoutProps) {
  const program = useProgram()
  usePageFooter('--paper-footer', footer?.text)
  usePageFooter('--paper-warning', footer?.warning)
  return (
    <article ref={footer ? markPortrait : markLandscape} className="paper" data-sheet={sheet}>
      <header className="paper-head">
        <Logo className="paper-logo" />
        <div>
          <h1>{title}</h1>
          <p>{subtitle}</p>
        </div>
        {aside && (
          <p className="paper-aside">
            {program.name}
            <br />
            <span>{aside}</span>
          </p>
        )}
      </header>
      {notice && <p className="paper-notice">{notice}</p>}
      {children}
    </article>
  )
}

/** Only CSS can render it: sets the custom property that holds it. */
function usePageFooter(property: `--${string}`, text: string | undefined): void {
  useLayoutEffect(() => {
    if (text === undefined) return
    const { style } = document.documentElement
    style.setProperty(property, JSON.stringify(text))
    return () => {
      style.removeProperty(property)
    }
  }, [property, text])
}
