export type Curve = { name: string; points: readonly { x: number; y: number }[] }

const [WIDTH, HEIGHT] = [760, 380]
const PLOT = { left: 64, top: 28, right: 600, bottom: 320 }
const Y_TICKS = [10, 100, 1_000, 10_000, 100_000]
/** The limit that makes the knee. */
const LIMIT_MS = 1_000
/** For light and for dark backgrounds; each curve also has a dash pattern of its own. */
const COLORS = [
  ['#1f5fbf', '#7fb0ff'],
  ['#b3470f', '#ff9e64'],
  ['#1d7a4c', '#6fd19c'],
  ['#7a3fb0', '#c79bf2'],
]
const DASHES = ['', '7 4', '2 3', '10 3 2 3']

/** Milliseconds on a logarithmic scale over families, as an SVG that brings its own background. */
export function drawChart(curves: readonly Curve[], knee: number | null, title: string): string {
  const xs = curves.flatMap(({ points }) => points.map(({ x }) => x))
  const ys = curves.flatMap(({ points }) => points.map(({ y }) => y))
  const maxX = Math.max(...xs)
  const maxY = Y_TICKS.find((tick) => tick >= Math.max(LIMIT_MS * 2, ...ys)) ?? Math.max(...ys)
  const minY = Y_TICKS[0] ?? 1
  const atX = (x: number) => round(PLOT.left + ((PLOT.right - PLOT.left) * x) / maxX)
  const part = (y: number) => Math.log(Math.max(y, minY) / minY) / Math.log(maxY / minY)
  const atY = (y: number) => round(PLOT.bottom - (PLOT.bottom - PLOT.top) * part(y))
  const ticks = [...new Set(xs)].toSorted((a, b) => a - b)
  const grid = [
    ...Y_TICKS.filter((tick) => tick <= maxY).map(
      (tick) =>
        `<line class="grid" x1="${PLOT.left}" x2="${PLOT.right}" y1="${atY(tick)}" y2="${atY(tick)}"/>` +
        `<text x="${PLOT.left - 8}" y="${atY(tick) + 4}" text-anchor="end">${describeMs(tick)}</text>`,
    ),
    ...ticks.map(
      (tick) =>
        `<text x="${atX(tick)}" y="${PLOT.bottom + 20}" text-anchor="middle">${tick.toLocaleString('en-US')}</text>`,
    ),
    `<text x="${(PLOT.left + PLOT.right) / 2}" y="${HEIGHT - 12}" text-anchor="middle">families in the opening minute</text>`,
    `<line class="limit" x1="${PLOT.left}" x2="${PLOT.right}" y1="${atY(LIMIT_MS)}" y2="${atY(LIMIT_MS)}"/>`,
  ]
  if (knee !== null)
    grid.push(
      `<line class="limit" x1="${atX(knee)}" x2="${atX(knee)}" y1="${PLOT.top}" y2="${PLOT.bottom}"/>` +
        `<text x="${atX(knee) + 6}" y="${PLOT.top + 12}">knee: ${knee.toLocaleString('en-US')}</text>`,
    )
  const labels = spread(curves.map(({ points }) => atY(points.at(-1)?.y ?? 0)))
  const lines = curves.map(({ name, points }, index) => {
    const path = points.map(({ x, y }) => `${atX(x)},${atY(y)}`).join(' ')
    const dots = points.map(({ x, y }) => `<circle class="c${index}" cx="${atX(x)}" cy="${atY(y)}" r="3.5"/>`)
    return (
      `<polyline class="curve c${index}" points="${path}" stroke-dasharray="${DASHES[index]}"/>${dots.join('')}` +
      `<text class="c${index}" x="${PLOT.right + 12}" y="${(labels[index] ?? 0) + 4}">${name}</text>`
    )
  })
  const colors = (variant: 0 | 1) =>
    COLORS.map(
      (pair, index) =>
        `.curve.c${index}{stroke:${pair[variant]}}circle.c${index},text.c${index}{fill:${pair[variant]}}`,
    ).join('')
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${title}">
<style>
text{font:13px system-ui,sans-serif;fill:#3d4450}.back{fill:#fff}.grid{stroke:#dfe3e8}.limit{stroke:#77808c;stroke-dasharray:4 4}.curve{fill:none;stroke-width:2.5}${colors(0)}
@media (prefers-color-scheme:dark){text{fill:#c8cfd8}.back{fill:#14181e}.grid{stroke:#2c333c}.limit{stroke:#8b95a1}${colors(1)}}
</style>
<title>${title}</title>
<rect class="back" width="${WIDTH}" height="${HEIGHT}" rx="10"/>
${[...grid, ...lines].join('\n')}
</svg>
`
}

const round = (value: number) => Math.round(value * 10) / 10
const describeMs = (ms: number) => (ms < 1_000 ? `${ms} ms` : `${ms / 1_000} s`)

/** Moves labels apart that would cover each other. */
function spread(positions: readonly number[]): number[] {
  const result = [...positions]
  const order = positions
    .map((_, index) => index)
    .toSorted((a, b) => (positions[a] ?? 0) - (positions[b] ?? 0))
  for (const [rank, index] of order.entries()) {
    const above = order[rank - 1]
    if (above !== undefined) result[index] = Math.max(result[index] ?? 0, (result[above] ?? 0) + 17)
  }
  return result
}
