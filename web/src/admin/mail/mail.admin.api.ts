import type { MailState } from '@aftercare/domain/lib/enums'
import {
  functionTemplateType,
  type MailTemplate,
  type TemplateType,
} from '@aftercare/domain/mail/mail-templates'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { api, request } from '../../lib/api-client'
import { queryClient } from '../../lib/query-client'
import { type MutationCallbacks, useAppMutation } from '../../lib/use-app-mutation'

const KEY = ['admin', 'mail'] as const
const PAGE_SIZE = 25
const refresh = () => queryClient.invalidateQueries({ queryKey: KEY })

/** Stored in the page's URL. */
export type MailFilter = { state: 'all' | MailState; search: string }

const fetchMails = (filter: MailFilter, page: number) =>
  request(api.admin.mail.$get({ query: { ...filter, page: String(page), size: String(PAGE_SIZE) } }))

export type LoggedMail = Awaited<ReturnType<typeof fetchMails>>['rows'][number]

/** Updated live. */
export function useMailLog(filter: MailFilter, page: number) {
  return useQuery({
    queryKey: [...KEY, filter, page],
    queryFn: () => fetchMails(filter, page),
    placeholderData: keepPreviousData,
  })
}

export function useSendAgain(id: string, callbacks: MutationCallbacks<{ to_email: string }>) {
  return useAppMutation(
    {
      mutationKey: [...KEY, 'send again', id],
      mutationFn: () => request(api.admin.mail[':id']['send-again'].$post({ param: { id } })),
      onSettled: refresh,
    },
    callbacks,
  )
}

export function useSendTestMail(
  callbacks: MutationCallbacks<{ sent_to: string; state: 'sent' | 'waiting' }>,
) {
  return useAppMutation(
    {
      mutationFn: ({ type, testEmail }: { type: TemplateType; testEmail: string }) =>
        request(
          api.functions['send-test-email'].$post({
            json: { templateType: functionTemplateType(type), testEmail },
          }),
        ),
    },
    callbacks,
  )
}

/** The iframe's URL: the server renders the mail exactly as it would send it. */
export function previewUrl(type: TemplateType, { subject, preheader }: MailTemplate): string {
  return `/api/admin/mail/preview?${new URLSearchParams({ type, subject, preheader })}`
}
