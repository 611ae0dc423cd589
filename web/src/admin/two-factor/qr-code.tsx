import { encode } from 'uqr'

/** The quiet zone that scanners need. */
const MARGIN = 3

/** Dark on white in every theme, as scanners expect. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { ecc: 'L', border: 0 })
  const path = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  const side = size + 2 * MARGIN
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`${-MARGIN} ${-MARGIN} ${side} ${side}`}
      shapeRendering="crispEdges"
      className="size-48 flex-none rounded-cell border border-line"
    >
      <rect x={-MARGIN} y={-MARGIN} width={side} height={side} fill="white" />
      <path d={path} fill="black" />
    </svg>
  )
}
