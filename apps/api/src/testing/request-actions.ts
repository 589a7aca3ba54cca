import { getReport } from '@countersign/contract/audit-trail.ts'
import { getUser } from '@countersign/contract/accounts.ts'
import type { SignatureRequest } from '@countersign/contract/signature-request-shapes.ts'
import * as requests from '@countersign/contract/signature-requests.ts'
import { verifyEvidence } from '#api/evidence/verify-evidence.ts'
import type { Person, TestApi } from './api.ts'
import { guestOf, linkIn } from './signature-request.ts'

/** What all tests of actions on a request check. */
export function lookInto(api: () => TestApi) {
  const pool = () => api().context.pool
  return {
    see: (id: string, as: string) => api().ask(requests.getSignatureRequest, { params: { id } }, as),

    /** `ok`, or the key of the refusal. */
    keyOf: async (reply: Promise<{ ok: true } | { ok: false; error: { key: string } }>) => {
      const answer = await reply
      return answer.ok ? 'ok' : answer.error.key
    },

    eventsOf: async (id: string) =>
      (
        await pool().query<{ type: string; data: Record<string, unknown>; actor: Record<string, unknown> }>(
          'SELECT type, data, actor FROM evidence_events WHERE request_id = $1 ORDER BY seq',
          [id],
        )
      ).rows,

    /** What does not hold of all evidence there is. */
    breaks: async () => {
      const { trustService, timestampAuthority, db } = api().context
      const anchors = { signer: await trustService.anchors(), timestamp: await timestampAuthority.anchors() }
      const report = await verifyEvidence(db, anchors)
      return [...report.headsBreaks, ...report.chainBreaks]
    },

    /** Who was written a mail of this kind about a request. */
    told: async (requestId: string, kind: string) =>
      (
        await pool().query<{ recipient: string }>(
          'SELECT recipient FROM mails WHERE request_id = $1 AND kind = $2',
          [requestId, kind],
        )
      ).rows
        .map(({ recipient }) => recipient)
        .toSorted(),

    idOf: async (person: Person) => (await api().call(getUser, {}, person.as)).id,

    /** How someone without an account comes in, by the newest mail. */
    asGuest: async (email: string, about?: RegExp) =>
      guestOf(linkIn(await api().inbox.next(email, about))).as,

    protocolOf: async (id: string, as: string) => {
      const file = await api().call(getReport, { params: { id }, query: { type: 'HTML' } }, as)
      return file.text()
    },
  }
}

export const someEmail = (name = 'guest') => `${name}.${crypto.randomUUID().slice(0, 8)}@example.org`
/** The name is theirs who have none: everybody else signs under their own. */
export const orderOf = (...ids: string[]) => ({
  body: {
    signatureRequests: ids.map((signatureRequestId) => ({ signatureRequestId, signingName: 'Gina Guest' })),
  },
})
export const statusesOf = ({ status_overall, signatures }: SignatureRequest) =>
  [status_overall, ...signatures.map(({ status_code }) => status_code)].join(' ')
