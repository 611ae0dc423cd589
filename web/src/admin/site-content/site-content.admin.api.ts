import type { SiteSection } from '@aftercare/domain/lib/enums'
import type { FieldErrors } from '@aftercare/domain/lib/field-rules'
import { type MailTemplates, readTemplates } from '@aftercare/domain/mail/mail-templates'
import { type About, readAbout } from '@aftercare/domain/site-content/about'
import {
  type AgreementSection,
  defaultAgreementItems,
  readAgreementItems,
} from '@aftercare/domain/site-content/agreements'
import { useQuery } from '@tanstack/react-query'
import { programFacts } from '../../features/program/program'
import { ApiError, api, request } from '../../lib/api-client'
import { type KeyHeader, withRequestKey } from '../../lib/idempotency-key'
import { queryClient } from '../../lib/query-client'
import { type Outcome, useSending } from '../../lib/use-app-mutation'

const keyOf = (section: SiteSection) => ['admin', 'site-content', section] as const

/** What a form starts from, with the version that a save must name; 0 while no row is stored. */
export type StoredSection<T> = { values: T; version: number }

type SectionRow = Awaited<ReturnType<typeof fetchSection>>
const fetchSection = (section: SiteSection) =>
  request(api.admin['site-content'][':section'].$get({ param: { section } }))

/** A section as it is stored; what another admin saves shows by itself. Without a row the defaults stand in. */
function useSection<T>(section: SiteSection, read: (row: SectionRow | null) => T) {
  return useQuery({
    queryKey: keyOf(section),
    queryFn: () =>
      fetchSection(section).catch((error) => {
        if (error instanceof ApiError && error.code === 'not-found') return null
        throw error
      }),
    select: (row): StoredSection<T> => ({ values: read(row), version: row?.version ?? 0 }),
  })
}

export const useStoredAbout = () =>
  useSection<About>('about_aftercare', (row) =>
    readAbout(row && { title: row.title, content: row.content }, programFacts().contactEmail),
  )

export const useStoredAgreement = (section: AgreementSection) =>
  useSection<string[]>(
    section,
    (row) => readAgreementItems(row?.content) ?? defaultAgreementItems(section, programFacts().contactEmail),
  )

export const useStoredTemplates = () =>
  useSection<MailTemplates>('email_templates', (row) => readTemplates(row?.content))

/** The stored row comes back with its new version; after a refusal the form must learn what is stored now. */
const savingOf = (section: SiteSection) => ({
  mutationKey: keyOf(section),
  onSuccess: (row: SectionRow) => queryClient.setQueryData(keyOf(section), row),
  onError: () => queryClient.invalidateQueries({ queryKey: keyOf(section) }),
})

const sendAbout = (userId: string, { values, version }: StoredSection<About>, headers: KeyHeader) =>
  api.rpc.update_about_aftercare.$post(
    {
      json: {
        _user_id: userId,
        _title: values.title,
        _description: values.description,
        _program_hours: values.program_hours,
        _pricing: values.pricing,
        _contact: values.contact,
        version,
      },
    },
    { headers },
  )

/** What the server refused, by the forms' names: a request wraps them (`_title`, `content.daily-report.subject`). */
export const refusedFields = (error: Error): FieldErrors =>
  Object.fromEntries(
    Object.entries(error instanceof ApiError ? error.fields : {}).map(([name, words]) => [
      name.replace(/^(_|content\.)/, ''),
      words,
    ]),
  )

export function useSaveAbout(userId: string, outcome: Outcome<SectionRow>) {
  return useSending(
    {
      mutationFn: (sent: StoredSection<About>) =>
        withRequestKey('about', sent, (headers) => request(sendAbout(userId, sent, headers))),
      ...savingOf('about_aftercare'),
    },
    outcome,
  )
}

export function useSaveAgreement(section: AgreementSection, outcome: Outcome<SectionRow>) {
  return useSending(
    {
      mutationFn: ({ values, version }: StoredSection<string[]>) => {
        const json = { items: values, version }
        return withRequestKey(section, json, (headers) =>
          request(
            api.admin['site-content'].agreements[':section'].$put({ param: { section }, json }, { headers }),
          ),
        )
      },
      ...savingOf(section),
    },
    outcome,
  )
}

export function useSaveTemplates(outcome: Outcome<SectionRow>) {
  return useSending(
    {
      mutationFn: ({ values, version }: StoredSection<MailTemplates>) => {
        const json = { content: values, version }
        return withRequestKey('email_templates', json, (headers) =>
          request(api.admin['site-content'].email_templates.$put({ json }, { headers })),
        )
      },
      ...savingOf('email_templates'),
    },
    outcome,
  )
}
