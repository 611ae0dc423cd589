import { useEffect, useRef, useState } from 'react'
import { useElementWidth } from '../../ui/hooks/use-element-width'

/** An empty page whose policy allows a mail's inline styles and no script; see the server's http/security. */
const EMPTY = '/api/admin/mail/frame'
const LEAST_HEIGHT = 200
/** A mail has a layout of its own for phones: better read at its size than shrunk to half. */
const PHONE_WIDTH = 375
const NARROW = 440

/**
 * A mail in a frame of its own, at its real width, made smaller where there is less room, and as high as it is. The
 * words go into the page of the frame and not into its address, which would be too long and end up in logs.
 */
export function MailFrame({ html, title, width }: { html: string; title: string; width: number }) {
  const frame = useRef<HTMLIFrameElement>(null)
  const [loads, setLoads] = useState(0)
  const [height, setHeight] = useState(LEAST_HEIGHT)
  const holder = useRef<HTMLDivElement>(null)
  const room = useElementWidth(holder)
  const shownWidth = room < NARROW ? PHONE_WIDTH : width
  const scale = room === 0 ? 1 : Math.min(1, room / shownWidth)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a page that has just loaded, or a new width, counts too
  useEffect(() => {
    const page = frame.current?.contentDocument
    if (!page || loads === 0) return
    page.documentElement.innerHTML = html
    setHeight(Math.max(LEAST_HEIGHT, page.body.offsetHeight))
  }, [html, loads, room])
  return (
    <div ref={holder} className="overflow-hidden bg-surface-inset" style={{ height: height * scale }}>
      <iframe
        ref={frame}
        src={EMPTY}
        title={title}
        // Ours to fill, and still without scripts, forms or a way out.
        sandbox="allow-same-origin"
        onLoad={() => setLoads((count) => count + 1)}
        className="block origin-top-left border-0 bg-transparent"
        style={{ width: Math.max(shownWidth, room), height, transform: `scale(${scale})` }}
      />
    </div>
  )
}
