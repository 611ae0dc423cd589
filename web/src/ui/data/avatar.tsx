import { cx } from '../cx'

const colours = [
  'bg-day-no-school text-day-no-school-ink',
  'bg-day-early text-day-early-ink',
  'bg-day-noon text-day-noon-ink',
  'bg-day-regular text-day-regular-ink',
]

/** A circle with the initials; the name itself is beside it. */
export function Avatar({
  name,
  index = 0,
  initials = 1,
}: {
  name: string
  index?: number
  initials?: 1 | 2
}) {
  const words = name.trim().split(/\s+/)
  const letters = initials === 2 && words.length > 1 ? [words[0], words[words.length - 1]] : [words[0]]
  return (
    <span
      aria-hidden="true"
      className={cx(
        'grid size-8.5 flex-none place-items-center rounded-full font-display text-sm leading-none font-bold',
        colours[index % colours.length],
      )}
    >
      {letters.map((word) => word?.charAt(0).toUpperCase()).join('')}
    </span>
  )
}
