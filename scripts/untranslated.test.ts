import { describe, expect, it } from 'vitest'
import { bracketedModule, untranslatedWords } from '../e2e/support/untranslated'

describe('the check for untranslated words', () => {
  it.each([
    ['⟦Elija los días⟧'],
    ['⟦Inscripción de ⟦Amara⟧⟧ $20.00'],
    ['Dana Okafor'],
    ['viernes, 4 de diciembre de 2026'],
    ['12 nov 2026, 3:05 p.m.'],
    ['⟦Si tiene preguntas, ⟦escriba⟧ a⟧ dana@example.com'],
    ['L mar Mié 12 $22.50 · 3'],
  ])('accepts %s', (line) => {
    expect(untranslatedWords([line], ['Dana Okafor', 'Dana', 'dana@example.com'])).toEqual([])
  })

  it.each([
    ['Sign In', 'Sign In'],
    ['⟦Inscribir⟧ for December', 'for December'],
    ['Friday, December 4', 'Friday December'],
    ['⟦3 días⟧ selected', 'selected'],
    ['⟦a⟧⟧ Save', 'Save'],
    ['Dana Okafors', 'Okafors'],
  ])('finds what is English in %s', (line, words) => {
    expect(untranslatedWords([line], ['Dana'])).toEqual([`${words} (in "${line}")`])
  })

  it('reads a text in several elements of a line as one, and a new line as another', () => {
    expect(untranslatedWords(['⟦Escriba a nosotros o', 'Cancel'], [])).toEqual(['Cancel (in "Cancel")'])
  })
})

it('the texts in brackets are those of the built file, whatever their export is called', async () => {
  const code = `const a=[{id:'x',one:'Uno',many:n=>n+" días",list:['a']}];export{a as t};`
  const url = `data:text/javascript,${encodeURIComponent(code)}`
  const wrapped = `data:text/javascript,${encodeURIComponent(bracketedModule(url, code))}`
  const { t } = await import(/* @vite-ignore */ wrapped)
  expect({ ...t[0], many: t[0].many(2) }).toEqual({ id: 'x', one: '⟦Uno⟧', many: '⟦2 días⟧', list: ['⟦a⟧'] })
})
