import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { ValidatedSignature } from '@countersign/contract/validations.ts'

type Level = NonNullable<ValidatedSignature['level']>

/** What a PAdES baseline level means (ETSI EN 319 142-1 § 6). */
export const levelWords: Record<Level, MessageDescriptor> = {
  'B-B': msg`signed, without a confirmed time`,
  'B-T': msg`signed, with a confirmed time`,
  'B-LT': msg`with long-term validation data`,
  'B-LTA': msg`with timestamped long-term validation data`,
}

const legalEffects: Record<ValidatedSignature['qualification']['result'], MessageDescriptor> = {
  QES: msg`qualified electronic signature`,
  QESEAL: msg`qualified electronic seal`,
  ADES_QC: msg`advanced electronic signature with a qualified certificate`,
  ADESEAL_QC: msg`advanced electronic seal with a qualified certificate`,
  ADES: msg`advanced electronic signature`,
  QUALIFIED_TIMESTAMP: msg`qualified timestamp`,
  TIMESTAMP: msg`timestamp`,
  NOT_KNOWN: msg`unknown: the issuer isn’t on a trusted list`,
}

export function qualificationWords(result: keyof typeof legalEffects): MessageDescriptor {
  return legalEffects[result]
}

const changes: Record<string, MessageDescriptor> = {
  signature_field_added: msg`A signature field was added`,
  signature_added: msg`Someone signed`,
  document_timestamp_added: msg`A document timestamp was added`,
  validation_data_added: msg`Signature validation data was added`,
  validation_data_deleted: msg`Signature validation data was deleted`,
  form_filled: msg`A form was filled in`,
  annotation_added: msg`A note was added`,
  annotation_changed: msg`A note was changed`,
  metadata_changed: msg`The description of the file was changed`,
  unused_objects_added: msg`Content without effect was added`,
  form_changed: msg`The form was changed`,
  page_changed: msg`A page was changed`,
  pages_added_or_removed: msg`Pages were added or removed`,
  catalog_changed: msg`The file’s settings were changed`,
  content_changed: msg`The content was changed`,
  hidden_objects_added: msg`Hidden content was added`,
  structure_broken: msg`The structure of the file was broken`,
}
const otherwise = msg`Something was changed`

export function changeWords(kind: string): MessageDescriptor {
  return changes[kind] ?? otherwise
}
