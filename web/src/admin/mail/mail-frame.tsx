import { useEffect, useRef, useState } from 'react'
import { useElementWidth } from '../../ui/hooks/use-element-width'

/** An empty page whose CSP allows inline styles but no scripts; see the server's http/security. */
const FRAME_URL = '/api/admin/mail/frame'
const MIN_HEIGHT = 200
/** Below this width, mails use their own phone layout instead of being scaled down. */
const PHONE_WIDTH = 375
const NARROW = 440

/**
 * A mail in an iframe, at its real width, scaled down where there is less room, and as high as its content. The HTML is
 * written into the frame's document and not passed in the URL, which would be too long and end up in logs.
 */
export function MailFrame({ html, title, width }: { html: string; title: string; width: number }) {
  const frame = useRef<HTMLIFrameElement>(null)
  const [loads, setLoads] = useState(0)
  const [height, setHeight] = useState(MIN_HEIGHT)
  const holder = useRef<HTMLDivElement>(null)
  const room = useElementWidth(holder)
  const shownWidth = room < NARROW ? PHONE_WIDTH : width
  const scale = room === 0 ? 1 : Math.min(1, room / shownWidth)
  // biome-ignore lint/correctness/useExhaustiveDependencies: also runs after a load and when the width changes
  useEffect(() => {
    const page = frame.current?.contentDocument
    if (!page || loads === 0) return
    page.documentElement.innerHTML = html
    setHeight(Math.max(MIN_HEIGHT, page.body.offsetHeight))
  }, [html, loads, room])
  return (
    <div ref={holder} className="overflow-hidden bg-surface-inset" style={{ height: height * scale }}>
      <iframe
        ref={frame}
        src={FRAME_URL}
        title={title}
        // We may write into it, but scripts, forms and navigation stay blocked.
        sandbox="allow-same-origin"
        onLoad={() => setLoads((count) => count + 1)}
        className="block origin-top-left border-0 bg-transparent"
        style={{ width: Math.max(shownWidth, room), height, transform: `scale(${scale})` }}
      />
    </div>
  )
}
