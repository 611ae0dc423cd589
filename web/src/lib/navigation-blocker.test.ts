import { expect, it } from 'vitest'
import { guardHistory } from './navigation-blocker'

const goBack = () => void window.dispatchEvent(new PopStateEvent('popstate'))

it('asks the newest of those who hold something, and the one before once that has let go', () => {
  const heard: string[] = []
  const releaseMonth = guardHistory(() => void heard.push('month'))
  const releaseMessage = guardHistory(() => void heard.push('message'))
  goBack()
  releaseMessage()
  releaseMessage()
  goBack()
  releaseMonth()
  goBack()
  expect(heard).toEqual(['message', 'month'])
})
