import type { OutputOf } from '@countersign/contract/endpoint.ts'
import type { validateDocument } from '@countersign/contract/validations.ts'
import type {
  IntegrationAnswer,
  SignerInfo,
} from '@countersign/pdf-signature/validation/reports/integration-answer.ts'

/** The short answer. What no trusted list covers is at least a simple signature, under no law in particular. */
export function presentAnswer(answer: IntegrationAnswer): OutputOf<typeof validateDocument> {
  const { additionalInfos, quality, legislation, ...found } = answer
  const isSigned = answer.signatures > 0
  return {
    ...found,
    quality: quality ?? (isSigned ? 'SES' : null),
    legislation: legislation ?? (isSigned ? 'WORLD' : null),
    ...(additionalInfos ? { additionalInfos: presentInfos(additionalInfos) } : {}),
  }
}

function presentInfos({ signer, format, validation }: NonNullable<IntegrationAnswer['additionalInfos']>) {
  return {
    ...(signer ? { signer: signer.map(presentSigner) } : {}),
    ...(format ? { format } : {}),
    ...(validation ? { validation: { ...validation, details: [...validation.details] } } : {}),
  }
}

const presentSigner = ({ quality, legislation, ...signer }: SignerInfo) => ({
  ...signer,
  quality: quality ?? ('SES' as const),
  legislation: legislation ?? ('WORLD' as const),
})
