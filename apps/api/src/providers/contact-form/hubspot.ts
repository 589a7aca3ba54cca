import { openHttpClient } from '#api/providers/http-client/http-client.ts'
import { type Contact, type ContactForm, ContactFormUnavailable, ContactRefused } from './port.ts'

interface HubspotSettings {
  /** Of the form: …/submissions/v3/integration/submit/{portal}/{form} */
  readonly url: string
  readonly now: () => Date
  readonly timeLimit?: number
}

/**
 * Submits HubSpot's forms (forms API v3, without authentication). The form needs the fields email, firstname, lastname,
 * company, phone, seats and message.
 */
export function hubspotForm({ url, now, timeLimit = 10_000 }: HubspotSettings): ContactForm {
  const http = openHttpClient({
    now,
    timeLimit,
    unavailable: (reason, cause) => new ContactFormUnavailable(reason, { cause }),
  })
  return {
    submit: async (contact) => {
      const { status, body } = await http.call({
        url,
        type: 'application/json',
        body: JSON.stringify(submissionOf(contact)),
        repeat: 'if_unsent',
      })
      if (status < 200 || status >= 300) throw new ContactRefused(`${status} ${errorTypesIn(body)}`)
    },
  }
}

function submissionOf({ name, business, email, phone, seats, message, consent, at, page }: Contact) {
  const [firstname = '', ...rest] = name.trim().split(/\s+/)
  const fields = { email, firstname, lastname: rest.join(' '), company: business, phone, seats, message }
  return {
    submittedAt: String(at.getTime()),
    // 0-1: a contact.
    fields: Object.entries(fields).flatMap(([field, value]) =>
      value === null || value === '' ? [] : { objectTypeId: '0-1', name: field, value: String(value) },
    ),
    context: { pageUri: page, pageName: 'Countersign' },
    legalConsentOptions: { consent: { consentToProcess: true, text: consent, communications: [] } },
  }
}

/** The codes alone: messages may repeat what was typed. */
function errorTypesIn(body: string): string {
  return [...body.matchAll(/"errorType"\s*:\s*"([A-Z_]{1,60})"/g)].map(([, type]) => type).join(', ')
}
