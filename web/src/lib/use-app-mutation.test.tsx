import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { useAppMutation } from './use-app-mutation'

afterEach(cleanup)

/** A request that is answered when the test says. */
function aServer() {
  const asked: string[] = []
  const answers: { resolve: (answer: string) => void; reject: (error: Error) => void }[] = []
  return {
    asked,
    request: (sent: string) => {
      asked.push(sent)
      return new Promise<string>((resolve, reject) => answers.push({ resolve, reject }))
    },
    answer: (text: string) => act(async () => answers.shift()?.resolve(text)),
    refuse: (text: string) => act(async () => answers.shift()?.reject(new Error(text))),
  }
}

function show(
  server: ReturnType<typeof aServer>,
  options: Partial<Parameters<typeof useAppMutation<string, string>>[0]> = {},
) {
  const told: string[] = []
  function Form({ name }: { name: string }) {
    const save = useAppMutation(
      { mutationKey: ['text'], mutationFn: server.request, ...options },
      {
        onSuccess: (answer, sent) => told.push(`${sent} stored as ${answer}`),
        onError: (error, sent) => told.push(`${sent} refused: ${error.message}`),
      },
    )
    return (
      <button type="button" onClick={() => save.mutate(name)}>
        {name} {save.isPending ? 'sends' : 'waits'}
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
  const press = (name: string) => act(async () => screen.getByRole('button', { name: RegExp(name) }).click())
  return { told, press, showOnly: (...names: string[]) => rerender(page(...names)) }
}

it('tells the outcome although the form is gone by then', async () => {
  const server = aServer()
  const { told, press, showOnly } = show(server)
  await press('first')
  showOnly()
  await server.answer('version 2')
  expect(told).toEqual(['first stored as version 2'])
})

it('tells a refusal although the form is gone by then', async () => {
  const server = aServer()
  const { told, press, showOnly } = show(server)
  await press('first')
  showOnly()
  await server.refuse('signed out')
  expect(told).toEqual(['first refused: signed out'])
})

it('sends once however often the button is pressed, and again after the answer', async () => {
  const server = aServer()
  const { press } = show(server)
  await act(async () => {
    const button = screen.getByRole('button')
    button.click()
    button.click()
  })
  await press('first')
  expect(server.asked).toEqual(['first'])
  await server.answer('stored')
  await press('first')
  expect(server.asked).toHaveLength(2)
})

it('is under way in every form over the same thing', async () => {
  const server = aServer()
  const { press, showOnly } = show(server)
  await press('first')
  showOnly('second')
  expect(screen.getByRole('button').textContent).toBe('second sends')
  await press('second')
  expect(server.asked).toEqual(['first'])
  await server.answer('stored')
  expect(await screen.findByText('second waits')).toBeDefined()
})

it('lets switches that stand side by side overlap', async () => {
  const server = aServer()
  const { press, showOnly } = show(server, { allowConcurrent: true })
  showOnly('first', 'second')
  await press('first')
  await press('second')
  expect(server.asked).toEqual(['first', 'second'])
})

it('tells a failure and lets the button be pressed again while the data is still read anew', async () => {
  const server = aServer()
  const never = () => new Promise<void>(() => {})
  const { told, press } = show(server, { onError: never, onSettled: never })
  await press('first')
  await server.refuse('no network')
  expect(told).toEqual(['first refused: no network'])
  expect(await screen.findByText('first waits')).toBeDefined()
})
