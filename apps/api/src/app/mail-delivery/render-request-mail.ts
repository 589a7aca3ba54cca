import type { Language } from '@countersign/contract/values.ts'
import { type MailKind, renderMail } from '#api/mail/mail.ts'
import type { RenderedMail } from '#api/mail/templates/layout.ts'
import { repliesTo } from '#api/mail/templates/replies-to.ts'
import { type MailBusiness, underBusiness } from '#api/mail/templates/businesses/under-business.ts'

interface MailFrame {
  readonly language: Language
  readonly link: string
  /** Who reads the answers; null: nobody. */
  readonly replyTo: { readonly name: string; readonly address: string } | null
  /** Under whose name it goes out. */
  readonly business: MailBusiness | null
}

/** A mail about a request, with its head and its end. */
export function renderRequestMail(
  kind: MailKind,
  input: object,
  { language, link, replyTo, business }: MailFrame,
): RenderedMail {
  const given = { ...input, ...(business && { business: business.name }) }
  const written = renderMail(kind, given, language, link)
  const rendered = replyTo
    ? repliesTo(written, { name: replyTo.name, email: replyTo.address }, language)
    : written
  return business ? underBusiness(rendered, business, language) : rendered
}
