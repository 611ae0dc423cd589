import { paper } from './paper'
import { Peg, School, SunDisc, Tree } from './parts'

/** The low strip above the sign-in forms on phones; desktops show the whole landing scene at the side. */
export function SignInStrip({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 390 136" preserveAspectRatio="xMidYMax slice" aria-hidden="true" className={className}>
      <SunDisc x={290} y={118} r={50} reach={58} length={20} width={7} />
      <path d="M0 104c70-30 140-22 210-4s120 6 180-14v60H0z" fill="var(--paper-leaf)" />
      <School x={84} y={98} scale={0.5} />
      <Tree x={356} y={100} scale={0.42} />
      <Peg x={176} y={112} scale={0.5} body={paper.spruce} person="dark" />
      <Peg x={196} y={112} scale={0.36} body={paper.coral} person="dark" />
    </svg>
  )
}
