import { expect, it } from 'vitest'
import { blockHistory } from './navigation-blocker'

const goBack = () => void window.dispatchEvent(new PopStateEvent('popstate'))

it('asks the newest of those who hold something, and the one before once that has let go', () => {
  const heard: string[] = []
  const releaseMonth = blockHistory(() => void heard.push('month'))
  const releaseMessage = blockHistory(() => void heard.push('message'))
  goBack()
  releaseMessage()
  releaseMessage()
  goBack()
  releaseMonth()
  goBack()
  expect(heard).toEqual(['message', 'month'])
})
