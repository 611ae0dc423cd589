import { paper } from './paper'
import { Blocks, Peg, School, SunDisc, Tree } from './parts'

/** School, hills and families in late-afternoon light; the hills reach far past both edges of the illustration. */
export function LandingScene({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 640 400" aria-hidden="true" overflow="visible" className={className}>
      <SunDisc x={360} y={250} r={138} reach={150} length={46} width={14} />
      <path
        d="M-1400 350C-900 345-120 380 0 300c90-60 190-60 300-16s230 20 340-30c200-40 500-20 900 20v140H-1400z"
        fill="var(--paper-leaf)"
      />
      <Tree x={92} y={290} />
      <Tree x={590} y={276} scale={0.8} />
      <School x={232} y={292} scale={1.15} />
      <path
        d="M-1400 384C-900 388-180 412 0 352c120-40 250-34 360-8s190 16 280-14c200-30 500-10 900 20v70H-1400z"
        fill="var(--paper-pine)"
      />
      <Peg x={398} y={366} scale={1.15} body={paper.cream} person="dark" />
      <Peg x={440} y={366} scale={0.78} body={paper.coral} person="dark" />
      <Peg x={474} y={364} scale={0.7} body={paper.sky} person="deep" />
      <Peg x={128} y={368} scale={1.1} body={paper.sky} person="fair" />
      <Peg x={168} y={370} scale={0.75} body={paper.marigold} person="fair" />
      <Blocks x={556} y={372} scale={0.8} />
    </svg>
  )
}
