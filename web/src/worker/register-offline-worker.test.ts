import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { setProgram, setServerTime } from '../lib/program'
import { programJson } from '../lib/program-json'
import { registerOfflineWorker } from './register-offline-worker'

const PROGRAM = programJson()
let messages: { program: string }[] = []
const register = vi.fn(async () => ({ active: { postMessage: (data: never) => void messages.push(data) } }))

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubEnv('PROD', true)
  vi.stubGlobal('requestIdleCallback', undefined)
  Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: { register } })
  messages = []
})
afterEach(() => {
  setProgram(PROGRAM)
  Reflect.deleteProperty(navigator, 'serviceWorker')
  vi.unstubAllEnvs()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

it("sends the worker the programme's details once the page has loaded, and again when it is renamed", async () => {
  registerOfflineWorker()
  expect(register).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(3_000)
  expect(register).toHaveBeenCalledWith('/worker.js', { scope: '/', updateViaCache: 'none' })
  expect(messages.map(({ program }) => program)).toEqual([expect.stringContaining('Preschool Aftercare')])

  setServerTime('2026-11-16T20:30:00.000Z')
  setProgram({ ...PROGRAM })
  await vi.advanceTimersByTimeAsync(0)
  expect(messages).toHaveLength(1)

  setProgram({ ...PROGRAM, name: 'Hill "&" Dale' })
  await vi.advanceTimersByTimeAsync(0)
  expect(messages.map(({ program }) => program).at(-1)).toContain('Hill \\&quot;&amp;\\&quot; Dale')
  expect(messages).toHaveLength(2)
})
