import { paper } from './paper'

/** A tower that fell over: something failed to load, or page not found. */
export function FallenBlocks({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 170 120" aria-hidden="true" className={className}>
      <path d="M10 112q75-16 150 0z" fill="var(--paper-leaf)" />
      <rect x="38" y="72" width="34" height="34" rx="4" fill="var(--paper-blue)" />
      <rect x="92" y="70" width="34" height="34" rx="4" fill={paper.marigold} transform="rotate(18 109 87)" />
      <rect
        x="62"
        y="34"
        width="34"
        height="34"
        rx="4"
        fill="var(--paper-roof)"
        transform="rotate(-14 79 51)"
      />
      <path d="M134 102l14-26 14 26z" fill="var(--paper-wall)" stroke="var(--line-strong)" strokeWidth="2" />
    </svg>
  )
}
