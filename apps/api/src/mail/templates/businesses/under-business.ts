import type { Language } from '@countersign/contract/values.ts'
import { escapeHtml } from '#api/platform/values/html.ts'
import { wordingIn } from '../language.ts'
import { foot, mark, type RenderedMail } from '../layout.ts'
import { shownName } from '../shown-text.ts'

/** The business of the person who asks, as a mail shows it. */
export interface MailBusiness {
  readonly name: string
  readonly supportContact: {
    readonly email?: string | null | undefined
    readonly phone?: string | null | undefined
  }
  /** `cid` names the picture that comes with the mail: it shows without a network, and tells nobody that it was read. */
  readonly logo: { readonly cid: string; readonly width: number; readonly height: number } | null
}

/** In pixels of the page; the picture is twice as fine. */
const largest = { width: 240, height: 56 }

/** The same mail with the business's logo, or its name, in the mark's place, and whom to ask at its end. */
export function underBusiness(mail: RenderedMail, business: MailBusiness, language: Language): RenderedMail {
  const name = shownName(business.name)
  const { email, phone } = business.supportContact
  const contact = [email, phone].filter(Boolean).join(', ')
  const { say } = wordingIn(language)
  const told = [
    say('Sent with Countersign on behalf of {name}.', { name }),
    ...(contact ? [say('Questions? {contact}', { contact })] : []),
  ].join(' ')
  return {
    subject: mail.subject,
    // Words of people are escaped, so that neither is in them.
    html: mail.html
      .replace(mark.html, () => head(business.logo, name))
      .replace(foot.html, () => `${foot.html}${escapeHtml(told)}<br>`),
    text: putLast(mail.text, mark.text, `--\n${name}\n${told}\n`),
  }
}

function head(logo: MailBusiness['logo'], name: string): string {
  if (!logo) return mark.html.replace(/<img [^>]*>Countersign/, () => escapeHtml(name))
  const scale = Math.min(1, largest.width / logo.width, largest.height / logo.height)
  const [width, height] = [logo.width, logo.height].map((side) => Math.max(1, Math.round(side * scale)))
  // On white in dark mode as well: most logos are made for paper.
  const style = 'display:block;padding:6px;background:#ffffff;border-radius:6px;border:0'
  const alt = escapeHtml(name)
  return `<p style="margin:0 0 16px"><img src="cid:${logo.cid}" width="${width}" height="${height}" alt="${alt}" style="${style}"></p>`
}

function putLast(text: string, old: string, put: string): string {
  const at = text.lastIndexOf(old)
  return at < 0 ? text : text.slice(0, at) + put + text.slice(at + old.length)
}
