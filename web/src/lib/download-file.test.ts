import { expect, it, vi } from 'vitest'
import { saveFile } from './download-file'

it('keeps the file of the last save alone in memory', () => {
  const kept = new Set<string>()
  const saved: string[] = []
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    const url = `blob:${(file as Blob).size}`
    kept.add(url)
    return url
  })
  vi.spyOn(URL, 'revokeObjectURL').mockImplementation((url) => void kept.delete(url))
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(`${this.download} ${this.href}`)
    expect(kept).toContain(this.href)
  })
  for (const text of ['a', 'bb', 'ccc']) saveFile(new Blob([text]), `${text}.csv`)
  expect(saved).toEqual(['a.csv blob:1', 'bb.csv blob:2', 'ccc.csv blob:3'])
  expect([...kept]).toEqual(['blob:3'])
})
