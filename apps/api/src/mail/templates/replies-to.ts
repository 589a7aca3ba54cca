import { escapeHtml } from '#api/platform/values/html.ts'
import type { Language } from '@countersign/contract/values.ts'
import { wordingIn } from './language.ts'
import type { RenderedMail } from './layout.ts'
import { shownSender } from './shown-sender.ts'

/** Says at the end that an answer goes to the sender, in place of that nobody reads it. */
export function repliesTo(
  mail: RenderedMail,
  sender: { readonly name: string; readonly email: string },
  language: Language,
): RenderedMail {
  const wording = wordingIn(language)
  const shown = shownSender({ senderName: sender.name, senderEmail: sender.email }, wording)
  const told = wording.repliesTo(shown)
  return {
    subject: mail.subject,
    text: replaceLast(mail.text, wording.footer, told),
    html: replaceLast(mail.html, escapeHtml(wording.footer), escapeHtml(told)),
  }
}

/** The footer is the last thing that a mail says; what a person wrote above may say the same. */
function replaceLast(text: string, old: string, put: string): string {
  const at = text.lastIndexOf(old)
  return at < 0 ? text : text.slice(0, at) + put + text.slice(at + old.length)
}
