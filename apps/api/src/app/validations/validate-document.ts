import { randomUUID } from 'node:crypto'
import type {
  Demands,
  IntegrationAnswer,
} from '@countersign/pdf-signature/validation/reports/integration-answer.ts'
import type { Context } from '#api/providers/context.ts'
import { cleanFileName } from '#api/documents/documents/uploads/file-name.ts'
import { refuseThreadError } from '#api/documents/documents/refuse-thread-error.ts'
import { type UploadSource, whenThereIsRoom } from '#api/documents/documents/uploads/upload-document.ts'
import { hashToken } from '#api/identity/sessions/token.ts'
import { allAnchors } from '#api/signing/signing/engine/sign-document.ts'
import { comparePageImages } from './compare-revisions.ts'
import { countUploaded, type UploadRequest } from './admit-validation.ts'
import { logTrustLists } from './log-trust-lists.ts'
import { insert } from './repository.ts'
import { concludeValidation, validateFile } from './tasks.ts'
import { fileLimit } from './validation.ts'

const timeLimit = 20_000

/** Validates a file of anybody, and keeps it with what was found for a while. The id is told here, and nowhere again. */
export async function validateDocument(
  context: Context,
  request: UploadRequest,
  source: UploadSource,
  demands: Demands,
): Promise<IntegrationAnswer> {
  const staged = await whenThereIsRoom(context, () =>
    context.validationStore.stage(source.content, fileLimit),
  )
  try {
    await countUploaded(context, request, staged.size)
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
    const { refusedLists, ...examined } = await inspect.run(validateFile, order, { timeLimit })
    logTrustLists(context, refusedLists, examined.report.trustLists)
    const compared = await comparePageImages(render, file, examined.report)
    return await inspect.run(concludeValidation, { ...examined, compared, demands, shared }, { timeLimit })
  } catch (error) {
    throw refuseThreadError(context.log, error, 'document.too_complex')
  }
}
