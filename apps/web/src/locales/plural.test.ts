import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { setupI18n } from '@lingui/core'
import { expect, it } from 'vitest'

const screens = {
  sender: ['request-actions', '{signed} of {all} signed'],
  list: ['dashboard', '{signed} of {count} signed'],
  plan: ['billing', '{used} of {total} in use'],
} as const

/** The words of a screen's catalog for a number out of three. */
function said(screen: keyof typeof screens, language: string, number: number): string {
  const [feature, id] = screens[screen]
  const file = new URL(`../features/${feature}/locales/${language}.po`, import.meta.url)
  const catalog = readFileSync(fileURLToPath(file), 'utf8')
  const [, words = ''] = catalog.split(`\nmsgid "${id}"\nmsgstr "`)[1]?.match(/^([^"]*)"/) ?? []
  const i18n = setupI18n({ locale: language, messages: { [language]: { [id]: words } } })
  return i18n._(id, { signed: number, used: number, all: 3, count: 3, total: 3 })
}

it.each([
  [
    'sender',
    'de',
    '0 von 3 haben unterschrieben',
    '1 von 3 hat unterschrieben',
    '2 von 3 haben unterschrieben',
  ],
  ['sender', 'fr', '0 signature sur 3', '1 signature sur 3', '2 signatures sur 3'],
  ['sender', 'it', '0 firme su 3', '1 firma su 3', '2 firme su 3'],
  ['list', 'fr', '0 signature sur 3', '1 signature sur 3', '2 signatures sur 3'],
  ['list', 'it', '0 firme su 3', '1 firma su 3', '2 firme su 3'],
  ['plan', 'fr', '0 sur 3 occupée', '1 sur 3 occupée', '2 sur 3 occupées'],
  ['plan', 'it', '0 su 3 occupati', '1 su 3 occupato', '2 su 3 occupati'],
] as const)('what the %s says in %s agrees with its number', (screen, language, none, one, two) => {
  expect([0, 1, 2].map((number) => said(screen, language, number))).toEqual([none, one, two])
})
