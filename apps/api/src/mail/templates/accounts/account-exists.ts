import { wordingIn } from '../language.ts'
import type { Language } from '@countersign/contract/values.ts'
import { renderMail } from '../layout.ts'
import type { RenderedMail } from '../layout.ts'

export type AccountExistsInput = { link: string }

/** Answers a sign-up with an address that has an account: only its owner learns that. */
export function accountExistsMail({ link }: AccountExistsInput, lang: Language): RenderedMail {
  const wording = wordingIn(lang)
  return renderMail({ words: wording.accountExists(), greeting: wording.greeting(undefined), link }, wording)
}
