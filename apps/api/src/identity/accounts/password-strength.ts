import { adjacencyGraphs, dictionary as commonWords } from '@zxcvbn-ts/language-common'
import { dictionary as englishWords } from '@zxcvbn-ts/language-en'
import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import type { PasswordStrength } from './password.ts'

// Runs in a worker thread: the word lists are 70 MB, and a long password takes half a second.

// A password is at least as strong as its beginning.
const examined = 100

const zxcvbn = new ZxcvbnFactory({
  dictionary: { ...commonWords, ...englishWords },
  graphs: adjacencyGraphs,
})

export function estimateStrength(given: {
  readonly password: string
  readonly personalWords: readonly string[]
}): PasswordStrength {
  const password = given.password.slice(0, examined)
  const { score, sequence } = zxcvbn.check(password, [...given.personalWords])
  // Also in disguise: turned round, with digits for letters.
  const disguised = sequence
    .filter((match) => match.pattern === 'dictionary' && match['dictionaryName'] === 'userInputs')
    .map((match) => match.token.toLowerCase())
  const rest = without(password.toLowerCase(), [...given.personalWords, ...disguised])
  const isPersonal = rest !== password.toLowerCase()
  return { score, scoreOfRest: isPersonal ? zxcvbn.check(rest).score : null }
}

function without(password: string, words: readonly string[]): string {
  return words
    .toSorted((a, b) => b.length - a.length)
    .reduce((rest, word) => (word === '' ? rest : rest.replaceAll(word, '')), password)
}
