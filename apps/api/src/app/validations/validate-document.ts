import { randomUUID } from 'node:crypto'
import type {
  Demands,
  IntegrationAnswer,
} from '@countersign/pdf-signature/validation/reports/integration-answer.ts'
import type { FastifyRequest } from 'fastify'
import { apiTokenIn } from '#api/app/http/authorization.ts'
import { findApiToken } from '#api/business/api-users/token-repository.ts'
import type { Context } from '#api/providers/context.ts'
import { cleanFileName } from '#api/documents/documents/uploads/file-name.ts'
import { refuseThreadError } from '#api/documents/documents/refuse-thread-error.ts'
import { type UploadSource, whenThereIsRoom } from '#api/documents/documents/uploads/upload-document.ts'
import { networkOf } from '#api/platform/values/network.ts'
import { Refusal } from '#api/platform/refusal.ts'
import { countFailure, refuseThrottled } from '#api/identity/throttles/count-failures.ts'
import { hashToken } from '#api/identity/sessions/token.ts'
import { allAnchors } from '#api/signing/signing/engine/sign-document.ts'
import { comparePageImages } from './compare-revisions.ts'
import { insert, totalSize } from './repository.ts'
import { concludeValidation, validateFile } from './tasks.ts'
import { fileLimit, storageLimit } from './validation.ts'

// Nobody knows who they are: enough for an office, too little to keep the threads busy with.
const networkLimit = { failures: 60, seconds: 3600 }
const timeLimit = 20_000

const programLimit = { failures: 3000, seconds: 3600 }

/**
 * May this network, or the API user of this token, upload one more? Asked before anything of the file is read, and
 * counted whatever becomes of it.
 */
export async function admitValidation(
  context: Context,
  { ip, headers }: Pick<FastifyRequest, 'ip' | 'headers'>,
): Promise<void> {
  const token = apiTokenIn(headers)
  if (token !== null) {
    const program = await findApiToken(context, token)
    if (!program) throw new Refusal('api_user.token_invalid')
    refuseThrottled(await countFailure(context, `validation:${program.apiUserId}`, programLimit))
  } else refuseThrottled(await countFailure(context, `validation:${networkOf(ip)}`, networkLimit))
  if ((await totalSize(context.db)) > storageLimit)
    throw new Refusal('service.saturated', { retryAfter: 600 })
}

/** Validates a file of anybody, and keeps it with what was found for a while. The id is told here, and nowhere again. */
export async function validateDocument(
  context: Context,
  source: UploadSource,
  demands: Demands,
): Promise<IntegrationAnswer> {
  const staged = await whenThereIsRoom(context, () =>
    context.validationStore.stage(source.content, fileLimit),
  )
  try {
    const found = await validateStaged(context, staged.file, demands)
    const { sha256, size } = await whenThereIsRoom(context, () => staged.keep())
    // 122 random bits: clients take a UUID.
    const token = randomUUID()
    await insert(context.db, {
      ...found,
      tokenHash: hashToken('validation', token),
      name: source.name ? cleanFileName(source.name) : null,
      sha256,
      size,
      now: context.now(),
    })
    return { ...found.answer, id: token }
  } finally {
    await staged.discard()
  }
}

async function validateStaged(context: Context, file: string, demands: Demands) {
  const [anchors, shared] = await Promise.all([
    allAnchors(context),
    context.trustService.sharedCertificates(),
  ])
  const order = { file, anchors, trust: context.config.trust, at: context.now() }
  const { inspect, render } = context.threads
  try {
    const examined = await inspect.run(validateFile, order, { timeLimit })
    const compared = await comparePageImages(render, file, examined.report)
    return await inspect.run(concludeValidation, { ...examined, compared, demands, shared }, { timeLimit })
  } catch (error) {
    throw refuseThreadError(context.log, error, 'document.too_complex')
  }
}
