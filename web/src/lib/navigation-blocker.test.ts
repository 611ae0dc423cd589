import { expect, it } from 'vitest'
import { blockHistory } from './navigation-blocker'

const goBack = () => void window.dispatchEvent(new PopStateEvent('popstate'))

it('calls the newest blocker, and the one before it once that is removed', () => {
  const calls: string[] = []
  const releaseMonth = blockHistory(() => void calls.push('month'))
  const releaseMessage = blockHistory(() => void calls.push('message'))
  goBack()
  releaseMessage()
  releaseMessage()
  goBack()
  releaseMonth()
  goBack()
  expect(calls).toEqual(['message', 'month'])
})
