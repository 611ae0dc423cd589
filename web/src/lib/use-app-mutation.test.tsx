import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { useAppMutation } from './use-app-mutation'

afterEach(cleanup)

/** Requests that settle when the test says so. */
function aServer() {
  const requests: string[] = []
  const pending: { resolve: (data: string) => void; reject: (error: Error) => void }[] = []
  return {
    requests,
    request: (variables: string) => {
      requests.push(variables)
      return new Promise<string>((resolve, reject) => pending.push({ resolve, reject }))
    },
    respond: (text: string) => act(async () => pending.shift()?.resolve(text)),
    reject: (text: string) => act(async () => pending.shift()?.reject(new Error(text))),
  }
}

function show(
  server: ReturnType<typeof aServer>,
  options: Partial<Parameters<typeof useAppMutation<string, string>>[0]> = {},
) {
  const calls: string[] = []
  function Form({ name }: { name: string }) {
    const save = useAppMutation(
      { mutationKey: ['text'], mutationFn: server.request, ...options },
      {
        onSuccess: (data, variables) => calls.push(`${variables} stored as ${data}`),
        onError: (error, variables) => calls.push(`${variables} rejected: ${error.message}`),
      },
    )
    return (
      <button type="button" onClick={() => save.mutate(name)}>
        {name} {save.isPending ? 'pending' : 'idle'}
      </button>
    )
  }
  const client = new QueryClient()
  const page = (...names: string[]) => (
    <QueryClientProvider client={client}>
      {names.map((name) => (
        <Form key={name} name={name} />
      ))}
    </QueryClientProvider>
  )
  const { rerender } = render(page('first'))
  const click = (name: string) => act(async () => screen.getByRole('button', { name: RegExp(name) }).click())
  return { calls, click, showOnly: (...names: string[]) => rerender(page(...names)) }
}

it('calls onSuccess although the form has unmounted', async () => {
  const server = aServer()
  const { calls, click, showOnly } = show(server)
  await click('first')
  showOnly()
  await server.respond('version 2')
  expect(calls).toEqual(['first stored as version 2'])
})

it('calls onError although the form has unmounted', async () => {
  const server = aServer()
  const { calls, click, showOnly } = show(server)
  await click('first')
  showOnly()
  await server.reject('signed out')
  expect(calls).toEqual(['first rejected: signed out'])
})

it('sends once however often the button is clicked, and again after the response', async () => {
  const server = aServer()
  const { click } = show(server)
  await act(async () => {
    const button = screen.getByRole('button')
    button.click()
    button.click()
  })
  await click('first')
  expect(server.requests).toEqual(['first'])
  await server.respond('stored')
  await click('first')
  expect(server.requests).toHaveLength(2)
})

it('is pending in every form with the same key', async () => {
  const server = aServer()
  const { click, showOnly } = show(server)
  await click('first')
  showOnly('second')
  expect(screen.getByRole('button').textContent).toBe('second pending')
  await click('second')
  expect(server.requests).toEqual(['first'])
  await server.respond('stored')
  expect(await screen.findByText('second idle')).toBeDefined()
})

it('lets switches run concurrently', async () => {
  const server = aServer()
  const { click, showOnly } = show(server, { allowConcurrent: true })
  showOnly('first', 'second')
  await click('first')
  await click('second')
  expect(server.requests).toEqual(['first', 'second'])
})

it('calls onError and enables the button while the data is still being refetched', async () => {
  const server = aServer()
  const never = () => new Promise<void>(() => {})
  const { calls, click } = show(server, { onError: never, onSettled: never })
  await click('first')
  await server.reject('no network')
  expect(calls).toEqual(['first rejected: no network'])
  expect(await screen.findByText('first idle')).toBeDefined()
})
