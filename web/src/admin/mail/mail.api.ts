import type { MailState } from '@aftercare/domain/lib/enums'
import type { Language } from '@aftercare/domain/lib/language'
import { functionTemplateType, type TemplateType } from '@aftercare/domain/mail/mail-templates'
import type { TemplateWording } from '@aftercare/domain/mail/spanish-templates'
import { api, request } from '../../lib/api-client'
import { queryClient } from '../../lib/query-client'
import { keyedMutationHook, mutationHook } from '../../lib/use-app-mutation'
import { usePage } from '../../lib/use-page'

const KEY = ['admin', 'mail'] as const
const PAGE_SIZE = 25
const refresh = () => queryClient.invalidateQueries({ queryKey: KEY })

/** Stored in the page's URL. */
export type MailFilter = { state: 'all' | MailState; search: string }

const fetchMails = (filter: MailFilter, page: number) =>
  request(api.admin.mail.$get({ query: { ...filter, page: String(page), size: String(PAGE_SIZE) } }))

export type LoggedMail = Awaited<ReturnType<typeof fetchMails>>['rows'][number]

/** Updated live. */
export const useMailLog = (filter: MailFilter, page: number) =>
  usePage([...KEY, filter, page], () => fetchMails(filter, page))

export const useSendAgain = keyedMutationHook((id: string) => ({
  mutationKey: [...KEY, 'send again', id],
  mutationFn: () => request(api.admin.mail[':id']['send-again'].$post({ param: { id } })),
  onSettled: refresh,
}))

export const useSendTestMail = mutationHook({
  mutationFn: ({ type, ...test }: { type: TemplateType; testEmail: string; language?: Language }) =>
    request(
      api.functions['send-test-email'].$post({
        json: { templateType: functionTemplateType(type), ...test },
      }),
    ),
})

/** The iframe's URL: the server renders the mail exactly as it would send it. */
export function previewUrl(
  type: TemplateType,
  { subject, preheader, spanish }: TemplateWording,
  language: Language,
): string {
  const params = new URLSearchParams({ type, subject, preheader })
  if (language === 'es') params.set('language', language)
  if (language === 'es' && spanish) {
    params.set('spanish_subject', spanish.subject)
    params.set('spanish_preheader', spanish.preheader)
  }
  return `/api/admin/mail/preview?${params}`
}
