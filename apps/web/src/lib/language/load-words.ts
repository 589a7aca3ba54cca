import type { Language } from '@countersign/contract/values.ts'
import type { Messages } from '@lingui/core'

/** Gives the words of a part of the app in a language. */
export type Load = (language: Language) => Promise<{ messages: Messages }>
