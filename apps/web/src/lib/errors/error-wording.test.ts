import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { errors } from '@countersign/contract/errors.ts'
import { CallError } from '../calls/call-error.ts'
import { approvalErrors } from './approval-error-wording.ts'
import { billingErrors } from './billing-error-wording.ts'
import { businessErrors } from './business-error-wording.ts'
import { documentErrors, refusedFieldWording } from './document-error-wording.ts'
import { entryErrors } from './entry-error-wording.ts'
import { accountErrors } from './error-wording.ts'
import { wordingId } from './errors.ts'
import { fieldCodes } from './field-errors.ts'
import { fieldWording } from './field-wording.ts'
import { languages } from '../language/language.ts'
import { profileErrors } from './profile-error-wording.ts'
import { sizeErrors } from './size-error-wording.ts'

const keys = [...Object.keys(errors), 'network', 'outdated']
const wording = {
  ...accountErrors,
  ...approvalErrors,
  ...billingErrors,
  ...businessErrors,
  ...documentErrors,
  ...entryErrors,
  ...profileErrors,
  ...sizeErrors,
}

const everywhere = [
  '',
  'signed-in/',
  'profile-errors/',
  '../features/signing/locales/',
  '../features/seals/locales/',
  '../features/billing/locales/',
  '../features/sign-up/locales/',
]

function catalogOf(language: string, folders: readonly string[]): Map<string, string> {
  const files = folders.map((folder) => `../../locales/${folder}${language}.po`)
  const text = files.map((file) => readFileSync(new URL(file, import.meta.url), 'utf8')).join('\n')
  const entries = text.matchAll(/^msgid ((?:"(?:[^"\\]|\\.)*"\n)+)msgstr ((?:"(?:[^"\\]|\\.)*"(?:\n|$))+)/gm)
  const unquote = (lines: string) =>
    [...lines.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map(([, part]) => part).join('')
  return new Map([...entries].map(([, id, words]) => [unquote(id!), unquote(words!)]))
}

describe('the wording of errors', () => {
  it('is there for every key of the contract, and for no other', () => {
    expect(Object.keys(wording).toSorted()).toEqual(keys.toSorted())
    expect(Object.keys(fieldWording).toSorted()).toEqual([...fieldCodes].toSorted())
  })
  it('is found under the key', () => {
    for (const [key, { id }] of Object.entries(wording)) expect(id).toBe(`error.${key}`)
    for (const [key, { id }] of Object.entries(refusedFieldWording)) expect(id).toBe(`error.${key}`)
    for (const [code, { id }] of Object.entries(fieldWording)) expect(id).toBe(`field.${code}`)
  })
  it('says what happened and what to do next, in two sentences or three', () => {
    const sentences = (message: string) => message.match(/[.:;,] |\.$/g)?.length ?? 0
    const unfit = Object.entries(wording).filter(
      ([, { message }]) => sentences(message) < 2 || !message.endsWith('.') || message.length > 170,
    )
    expect(unfit).toEqual([])
  })
  it.each(languages)('is complete in %s, with everything else that is shown', (language) => {
    const catalog = catalogOf(language, everywhere)
    const ids = [...keys.map((key) => `error.${key}`), ...fieldCodes.map((code) => `field.${code}`)]
    expect(ids.filter((id) => !catalog.get(id)?.trim())).toEqual([])
    const untranslated = [...catalog].filter(([id, words]) => id !== '' && words === '').map(([id]) => id)
    expect(untranslated).toEqual([])
  })
})

describe('that a body is too large', () => {
  // Templates load the words of request-actions too.
  const parts = ['compose', 'request-actions', 'signer-groups'].map((part) => `../features/${part}/locales/`)
  it.each(parts)('is worded with %s, where much is typed', (part) => {
    for (const language of languages) {
      expect(catalogOf(language, [part]).get('error.request.too_large')).toBeTruthy()
    }
  })
})

describe('which wording a failure gets', () => {
  const messages = { 'error.not_found': [], 'error.internal': [] }
  it('is the one of its key', () => {
    expect(wordingId(new CallError({ key: 'not_found', status: 404, message: '' }), messages)).toBe(
      'error.not_found',
    )
  })
  it('is that of a field’s error code, if that code has one', () => {
    const known = { ...messages, 'error.validation.failed': [], 'error.validation.failed.locked': [] }
    const refused = (...codes: string[]) => {
      const fields = codes.map((code) => ({ field: 'signatures', code, message: '' }))
      return wordingId(new CallError({ key: 'validation.failed', status: 400, message: '', fields }), known)
    }
    expect(refused('required', 'locked')).toBe('error.validation.failed.locked')
    expect(refused('required')).toBe('error.validation.failed')
  })
  it('is that of an inner fault for what nobody foresaw', () => {
    expect(wordingId(new CallError({ key: 'constructor', status: 400, message: '' }), messages)).toBe(
      'error.internal',
    )
    expect(wordingId(new TypeError('x'), messages)).toBe('error.internal')
  })
})
