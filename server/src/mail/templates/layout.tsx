import { padPreheader } from '@aftercare/domain/mail/mail-templates'
import {
  Body,
  Button,
  Container,
  Head,
  Heading,
  Html,
  Img,
  Link,
  Section,
  Text,
} from '@react-email/components'
import { type CSSProperties, Fragment } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { logoPath } from '../../program/program'
import { MAIL_TEXTS, type MailTexts } from '../texts/texts'
import type { EmailContent, MailAction, MailSender } from './email-content'
import { Isolated } from './isolated'
import { FONT_BODY, FONT_DISPLAY, LIGHT, STYLES } from './palette'
import { Facts, ReportTable } from './tables'

const DOCTYPE =
  '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">'

/** Rendered synchronously: no email waits for data. */
export function renderHtml(content: EmailContent, sender: MailSender): string {
  return DOCTYPE + renderToStaticMarkup(<Layout content={content} sender={sender} />)
}

const paragraph: CSSProperties = {
  margin: '0 0 14px',
  fontSize: 16,
  lineHeight: '24px',
  color: LIGHT.text,
  wordBreak: 'break-word',
}

function Layout({ content, sender }: { content: EmailContent; sender: MailSender }) {
  const { language = 'en' } = content
  const t = MAIL_TEXTS[language]
  return (
    <Html lang={language}>
      <Head>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <title>{content.title}</title>
        <style>{STYLES}</style>
      </Head>
      <Body className="ground" style={{ margin: 0, backgroundColor: LIGHT.ground, fontFamily: FONT_BODY }}>
        <Preheader text={content.preheader} />
        <Section className="outer ground" style={{ backgroundColor: LIGHT.ground, padding: '24px 12px' }}>
          <Container
            className="paper"
            width={content.width}
            style={{
              width: '100%',
              maxWidth: content.width,
              backgroundColor: LIGHT.surface,
              border: `1px solid ${LIGHT.line}`,
              borderRadius: 18,
              borderCollapse: 'separate',
              borderSpacing: 0,
            }}
          >
            <Band sender={sender} />
            <Section className="inside" style={{ padding: '28px 32px 26px' }}>
              <Heading
                as="h1"
                className="ink"
                style={{
                  margin: '0 0 14px',
                  fontFamily: FONT_DISPLAY,
                  fontSize: 26,
                  lineHeight: '31px',
                  fontWeight: 700,
                  color: LIGHT.text,
                }}
              >
                <Isolated text={content.title} />
              </Heading>
              <Paragraphs texts={content.intro} />
              {content.facts && <Facts facts={content.facts} />}
              {content.table && <ReportTable table={content.table} />}
              {content.action && <Action action={content.action} t={t} />}
              <Paragraphs texts={content.closing} />
              <Text
                className="muted"
                style={{ ...paragraph, margin: 0, fontSize: 13, lineHeight: '20px', color: LIGHT.muted }}
              >
                {t.questions}{' '}
                <Link
                  className="link"
                  href={`mailto:${sender.program.contactEmail}`}
                  style={{ color: LIGHT.accent }}
                >
                  {sender.program.contactEmail}
                </Link>
                {sender.program.contactPhone && `, ${sender.program.contactPhone}`}
              </Text>
            </Section>
          </Container>
        </Section>
      </Body>
    </Html>
  )
}

/** The line an inbox shows after the subject. The library's own component cuts it at 150 characters. */
function Preheader({ text }: { text: string }) {
  return (
    <div
      data-preheader=""
      style={{
        display: 'none',
        overflow: 'hidden',
        lineHeight: '1px',
        opacity: 0,
        maxHeight: 0,
        maxWidth: 0,
        fontSize: 1,
        color: LIGHT.ground,
      }}
    >
      {padPreheader(text)}
    </div>
  )
}

function Band({ sender: { program, publicUrl } }: { sender: MailSender }) {
  return (
    <Section
      className="band"
      style={{ backgroundColor: LIGHT.band, borderRadius: '17px 17px 0 0', padding: '16px 32px' }}
    >
      <table cellPadding={0} cellSpacing={0} role="presentation">
        <tbody>
          <tr>
            <td style={{ paddingRight: 12 }}>
              {program.logoId ? <OwnLogo src={`${publicUrl}${logoPath(program.logoId)}`} /> : <Logo />}
            </td>
            <td
              style={{
                fontFamily: FONT_DISPLAY,
                fontSize: 19,
                lineHeight: '24px',
                fontWeight: 700,
                color: LIGHT.onBand,
              }}
            >
              {program.name}
            </td>
          </tr>
        </tbody>
      </table>
    </Section>
  )
}

/** On white, whatever its colours. Where images are blocked, the name beside it remains. */
const OwnLogo = ({ src }: { src: string }) => (
  <Img
    src={src}
    alt=""
    height={36}
    style={{ maxWidth: 120, padding: 3, borderRadius: 9, backgroundColor: '#ffffff' }}
  />
)

/** The sun behind the school, built from coloured boxes: many mail apps block images by default. */
function Logo() {
  const box = (style: CSSProperties) => (
    <div style={{ fontSize: 0, lineHeight: 0, margin: '0 auto', ...style }} />
  )
  return (
    <div aria-hidden="true" style={{ width: 36 }}>
      {box({ width: 24, height: 12, borderRadius: '12px 12px 0 0', backgroundColor: LIGHT.roof })}
      <div style={{ backgroundColor: LIGHT.accent, borderRadius: '0 0 9px 9px', paddingTop: 4, height: 12 }}>
        {box({ width: 8, height: 12, borderRadius: '4px 4px 0 0', backgroundColor: LIGHT.band })}
      </div>
    </div>
  )
}

function Paragraphs({ texts }: { texts: string[] }) {
  return texts.map((text, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: two paragraphs may say the same, and nothing is reordered
    <Text key={index} className="ink" style={paragraph}>
      <Lines text={text} />
    </Text>
  ))
}

/** A line break within a paragraph stays one. */
function Lines({ text }: { text: string }) {
  return text.split('\n').map((line, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the lines of one text, in order
    <Fragment key={index}>
      {index > 0 && <br />}
      <Isolated text={line} />
    </Fragment>
  ))
}

function Action({ action, t }: { action: MailAction; t: MailTexts }) {
  return (
    <Section style={{ margin: '6px 0 20px' }}>
      <Button
        className="action"
        href={action.href}
        style={{
          backgroundColor: LIGHT.accent,
          color: LIGHT.onAccent,
          borderRadius: 12,
          padding: '13px 22px',
          fontSize: 16,
          lineHeight: '22px',
          fontWeight: 600,
          textDecoration: 'none',
        }}
      >
        {action.label}
      </Button>
      {action.showAddress && (
        <Text
          className="muted"
          style={{
            margin: '16px 0 0',
            fontSize: 13,
            lineHeight: '20px',
            color: LIGHT.muted,
            wordBreak: 'break-all',
          }}
        >
          {t.openLink}{' '}
          <Link className="link" href={action.href} style={{ color: LIGHT.accent }}>
            {action.href}
          </Link>
        </Text>
      )}
    </Section>
  )
}
