import { Readable } from 'node:stream'
import type { AccountActor } from '#api/platform/actor.ts'
import type { FileAnswer } from '#api/platform/http/bind.ts'
import type { Context } from '#api/providers/context.ts'
import type { Template } from '#api/signing/templates/template.ts'
import { iterateValues, type ValuesOf } from './repository.ts'
import { type CsvShape, csvHead, csvLine } from './values-csv.ts'
import type { RequestValues } from './request-values.ts'

interface ExportOptions {
  readonly of: ValuesOf
  /** Whose roles and fields are the columns. */
  readonly template: Pick<Template, 'name' | 'roles'>
  readonly type: 'JSON' | 'CSV'
}

/** What was filled in in all requests of a template or a bulk send, as a file that is written while it is read. */
export function exportValues(
  context: Context,
  actor: AccountActor,
  { of, template, type }: ExportOptions,
): FileAnswer {
  const shape = { roles: template.roles, hasRows: 'bulkSendId' in of, language: actor.language }
  return type === 'JSON'
    ? {
        contentType: 'application/json; charset=utf-8',
        content: Readable.from(jsonLines(context, of), { objectMode: false }),
        fileName: `${template.name}.json`,
      }
    : {
        contentType: 'text/csv; charset=utf-8; header=present',
        content: Readable.from(csvLines(context, of, shape), { objectMode: false }),
        fileName: `${template.name}.csv`,
      }
}

async function* jsonLines({ reads }: Context, of: ValuesOf): AsyncGenerator<string> {
  let before = '{"items":[\n'
  for await (const some of iterateValues(reads.db, of)) {
    yield before + some.map(jsonOf).join(',\n')
    before = ',\n'
  }
  yield before === ',\n' ? '\n]}\n' : '{"items":[]}\n'
}

async function* csvLines({ reads, config }: Context, of: ValuesOf, shape: CsvShape): AsyncGenerator<string> {
  yield csvHead(shape)
  for await (const some of iterateValues(reads.db, of))
    yield some.map((one) => csvLine(one, shape, `${config.publicUrl}/view/${one.id}`)).join('')
}

/** A request with what was filled in in it, as programs read it. */
function jsonOf(request: RequestValues): string {
  return JSON.stringify({
    signature_request_id: request.id,
    ...(request.row === null ? {} : { row: request.row }),
    title: request.title,
    status_overall: request.status,
    initiated_at: request.sentAt?.toISOString() ?? null,
    completed_at: request.completedAt?.toISOString() ?? null,
    signers: request.signers.map((signer) => ({
      sid: signer.sid,
      role: signer.role,
      email_address: signer.email,
      signed_name: signer.name,
      status_code: signer.status,
      signed_at: signer.signedAt && new Date(signer.signedAt).toISOString(),
      fields: signer.fields.map(({ documentId, id, type, label, value }) => {
        return { document_id: documentId, id, type, label, value }
      }),
    })),
  })
}
