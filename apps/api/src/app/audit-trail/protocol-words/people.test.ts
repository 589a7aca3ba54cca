import { expect, test } from 'vitest'
import { de } from './de.ts'
import { fr } from './fr.ts'
import { it } from './it.ts'

/** Masculine words for people of any gender. A program is an API user. */
const masculine = {
  de: /(?<!API-)\b(Absender|Beobachter|Benutzer|Empfänger|Inhaber|Unterzeichner|Unterzeichnete)/,
  fr: /\b([Ee]xpéditeur|[Oo]bservateur|[Ss]ignataire (ajouté|retiré|convié|invité)\b|[Dd]estinataire (ajouté|retiré)\b|(un|le) signataire)/,
  it: /\b([Ff]irmatar(io|i)\b|[Oo]sservator|([Dd]el|[Aa]l|[Ii]l) mittente)/,
}

/** Everything that they say, `signedCount` and the like included. */
const said = (words: object): string[] =>
  Object.values(words).flatMap((value: unknown) => {
    if (typeof value === 'function') return [String((value as (...given: unknown[]) => unknown)('1', '2'))]
    return typeof value === 'object' && value !== null ? said(value) : [String(value)]
  })

test.each([
  ['German', said(de), masculine.de],
  ['French', said(fr), masculine.fr],
  ['Italian', said(it), masculine.it],
])('the audit trail in %s names people without masculine forms', (_language, words, forms) => {
  expect(words.filter((one) => forms.test(one))).toEqual([])
})
