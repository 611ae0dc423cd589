import { isEmail } from '@aftercare/domain/lib/field-lengths'
import { Banknote, Clock4, Mail } from 'lucide-react'
import { useTexts } from '../../language/language'
import { cx } from '../../ui/cx'
import { Description, DescriptionList } from '../../ui/data/description-list'
import { Card, CardTitle } from '../../ui/layout/card'
import { useAbout } from './about.api'
import { en } from './texts/en'

/** About the programme. `wide` puts the facts beside the text on wide screens. */
export function AboutCard({ wide = false }: { wide?: boolean }) {
  const t = useTexts(en)
  const about = useAbout()
  return (
    <Card
      as="section"
      aria-labelledby="about-title"
      className={cx('grid gap-4', wide && 'lg:grid-cols-2 lg:gap-8')}
    >
      <div>
        <CardTitle id="about-title" className={wide ? 'lg:text-xl' : undefined}>
          <span lang={about.lang}>{about.title}</span>
        </CardTitle>
        <p lang={about.lang} className="mt-1 whitespace-pre-line text-muted wrap-anywhere">
          {about.description}
        </p>
      </div>
      <DescriptionList className="content-start">
        {[
          [Clock4, t.hours, about.program_hours] as const,
          [Banknote, t.pricing, about.pricing] as const,
          [Mail, t.contact, <Contact key="contact" text={about.contact} />] as const,
        ].map(([Icon, label, value]) => (
          <Description
            key={label}
            label={
              <>
                <Icon aria-hidden="true" className="absolute top-0.5 left-0 size-4.5 text-accent" />
                {label}
              </>
            }
            className="relative pl-8"
          >
            <span lang={about.lang}>{value}</span>
          </Description>
        ))}
      </DescriptionList>
    </Card>
  )
}

/** Staff may write any text; only a plain email becomes a link. */
function Contact({ text }: { text: string }) {
  if (!isEmail(text)) return text
  return (
    <a href={`mailto:${text}`} className="-my-1 inline-block py-1 text-inherit hover:underline">
      {text}
    </a>
  )
}
