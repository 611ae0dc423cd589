import { paper } from './paper'

/* Parts of the cut-paper illustrations. Skin and hair have the same colours in both themes. */

type Place = { x: number; y: number; scale?: number }

const place = ({ x, y, scale = 1 }: Place) => `translate(${x} ${y}) scale(${scale})`

const people = {
  dark: { skin: '#a9714b', hair: '#2b1d16' },
  deep: { skin: '#8d5a3a', hair: '#1c120d' },
  fair: { skin: '#f0c9a4', hair: '#c9802f' },
}

/** A peg doll, as people are shown in every illustration. */
export function Peg({ body, person, ...at }: Place & { body: string; person: keyof typeof people }) {
  const { skin, hair } = people[person]
  return (
    <g transform={place(at)}>
      <path d="M-17 0c0-34 4-46 17-46s17 12 17 46z" fill={body} />
      <circle cy="-56" r="15" fill={skin} />
      <path d="M-15-57a15 15 0 0 1 30 0c-6-6-24-6-30 0z" fill={hair} />
      <circle cx="-5" cy="-53" r="1.8" fill={paper.ink} />
      <circle cx="5" cy="-53" r="1.8" fill={paper.ink} />
      <path d="M-4-48q4 3.5 8 0" stroke={paper.ink} strokeWidth="1.6" fill="none" strokeLinecap="round" />
    </g>
  )
}

export function SunDisc(props: {
  x: number
  y: number
  r: number
  reach: number
  length: number
  width: number
}) {
  const { x, y, r, reach, length, width } = props
  const angles = Array.from({ length: 11 }, (_, index) => -85 + 17 * index)
  return (
    <g fill="var(--paper-sun)">
      {angles.map((angle) => (
        <rect
          key={angle}
          x={x - width / 2}
          y={y - reach - length}
          width={width}
          height={length}
          rx={width / 2}
          transform={`rotate(${angle} ${x} ${y})`}
        />
      ))}
      <circle cx={x} cy={y} r={r} />
    </g>
  )
}

export function School(at: Place) {
  return (
    <g transform={place(at)}>
      <rect x="-70" y="-80" width="140" height="90" fill="var(--paper-wall)" />
      <path d="M-84-76 0-132 84-76z" fill="var(--paper-roof)" />
      <circle cy="-97" r="12" fill="var(--paper-wall)" />
      <path d="M0-104v8l5 3" stroke={paper.ink} strokeWidth="2.5" fill="none" strokeLinecap="round" />
      <path d="M-16 10v-36a16 16 0 0 1 32 0v36z" fill="var(--paper-pine)" />
      <rect x="-56" y="-56" width="26" height="26" rx="5" fill="var(--paper-blue)" />
      <rect x="30" y="-56" width="26" height="26" rx="5" fill="var(--paper-blue)" />
    </g>
  )
}

export function Tree(at: Place) {
  return (
    <g transform={place(at)}>
      <rect x="-5" y="-40" width="10" height="44" rx="4" fill={paper.wood} />
      <path d="M0-130c30 0 42 34 42 58S24-30 0-30s-42-18-42-42 12-58 42-58z" fill="var(--paper-pine)" />
    </g>
  )
}

export function Blocks(at: Place) {
  return (
    <g transform={place(at)}>
      <rect x="-46" y="-40" width="40" height="40" rx="4" fill="var(--paper-blue)" />
      <rect x="-2" y="-40" width="40" height="40" rx="4" fill={paper.marigold} />
      <rect x="-26" y="-82" width="40" height="40" rx="4" fill="var(--paper-roof)" />
      <path d="M-30-84-6-116 18-84z" fill="var(--paper-wall)" />
    </g>
  )
}
