import { paper } from './paper'
import { Peg } from './parts'

/** A parent and a child with a kite: nothing registered yet. */
export function KiteFamily({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 170 120" aria-hidden="true" className={className}>
      <path d="M20 112q65-14 130 0z" fill="var(--paper-leaf)" />
      <Peg x={64} y={108} scale={0.95} body={paper.spruce} person="dark" />
      <Peg x={102} y={108} scale={0.7} body={paper.coral} person="dark" />
      <path d="M120 40l20-14 8 24-20 6z" fill="var(--paper-blue)" />
      <path d="M128 56q-6 20-20 26" stroke="var(--line-strong)" strokeWidth="2" fill="none" />
    </svg>
  )
}
