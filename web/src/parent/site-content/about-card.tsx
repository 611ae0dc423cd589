import { isEmail } from '@aftercare/domain/lib/field-lengths'
import { Banknote, Clock4, Mail } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from '../../ui/cx'
import { Card, CardTitle } from '../../ui/layout/card'
import { useAbout } from './about.api'

/** What the programme says of itself. `wide` sets the facts beside the text where there is room. */
export function AboutCard({ wide = false }: { wide?: boolean }) {
  const about = useAbout()
  return (
    <Card
      as="section"
      aria-labelledby="about-title"
      className={cx('grid gap-4', wide && 'desk:grid-cols-2 desk:gap-8')}
    >
      <div>
        <CardTitle id="about-title" className={wide ? 'desk:text-xl' : undefined}>
          {about.title}
        </CardTitle>
        <p className="mt-1 whitespace-pre-line text-muted wrap-anywhere">{about.description}</p>
      </div>
      <dl className="grid content-start gap-4">
        <Fact icon={<Clock4 aria-hidden="true" />} label="Program hours">
          {about.program_hours}
        </Fact>
        <Fact icon={<Banknote aria-hidden="true" />} label="Pricing">
          {about.pricing}
        </Fact>
        <Fact icon={<Mail aria-hidden="true" />} label="Contact">
          <Contact text={about.contact} />
        </Fact>
      </dl>
    </Card>
  )
}

function Fact({ icon, label, children }: { icon: ReactNode; label: string; children: ReactNode }) {
  return (
    <div className="relative pl-8">
      <dt className="text-sm text-muted [&_svg]:absolute [&_svg]:top-0.5 [&_svg]:left-0 [&_svg]:size-4.5 [&_svg]:text-accent">
        {icon}
        {label}
      </dt>
      <dd className="font-semibold whitespace-pre-line wrap-anywhere">{children}</dd>
    </div>
  )
}

/** Staff may write any way of contact; an address alone can be pressed. */
function Contact({ text }: { text: string }) {
  if (!isEmail(text)) return text
  return (
    <a href={`mailto:${text}`} className="-my-1 inline-block py-1 text-inherit hover:underline">
      {text}
    </a>
  )
}
