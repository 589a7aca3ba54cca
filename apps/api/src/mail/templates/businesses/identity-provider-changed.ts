import type { Language } from '@countersign/contract/values.ts'
import type { Say } from '#api/mail/catalogue.ts'
import { wordingIn } from '../language.ts'
import { type Part, renderMail, type RenderedMail } from '../layout.ts'
import { shownName, shownTitle } from '../shown-text.ts'

export type ProviderChange = 'set' | 'required' | 'not_required' | 'removed'

export type IdentityProviderChangedInput = {
  business: string
  change: ProviderChange
  /** Null: the operator. */
  by: string | null
  issuer: string
  link: string
}

/** Tells the admins of a business that its people sign in another way from now on, or are about to. */
export function identityProviderChangedMail(
  { business: name, change, by, issuer, link }: IdentityProviderChangedInput,
  lang: Language,
): RenderedMail {
  const wording = wordingIn(lang)
  const { say } = wording
  const { subject, text } = wordsOf(say, shownTitle(name))[change]
  const words = {
    subject,
    preheader: text,
    heading: subject,
    paragraphs: [text],
    button: say('View company sign-in'),
    notes: [say('If you didn’t expect this, check with the other administrators of your business.')],
  }
  const parts: Part[] = [
    { kind: 'fact', label: say('Changed by'), value: by === null ? say('The operator') : shownName(by) },
    { kind: 'fact', label: say('Identity provider'), value: issuer },
  ]
  return renderMail({ words, greeting: wording.greeting(undefined), parts, link }, wording)
}

function wordsOf(
  say: Say,
  business: string,
): Readonly<Record<ProviderChange, { readonly subject: string; readonly text: string }>> {
  return {
    set: {
      subject: say('Company sign-in was set up for {business}', { business }),
      text: say('People with an email at your verified domains can sign in with this identity provider.'),
    },
    required: {
      subject: say('Company sign-in is now required for {business}', { business }),
      text: say(
        'Members with an email at your verified domains can no longer sign in with a password. Open sessions continue until they end, at the latest after 24 hours.',
      ),
    },
    not_required: {
      subject: say('Company sign-in is no longer required for {business}', { business }),
      text: say(
        'Members can sign in with their password again. Those who have none can set one from the sign-in page.',
      ),
    },
    removed: {
      subject: say('Company sign-in was removed for {business}', { business }),
      text: say(
        'Members sign in with their password. Those who have none can set one from the sign-in page.',
      ),
    },
  }
}
