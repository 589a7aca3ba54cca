/**
 * Everything a validation has to tell, in the order of what it is about. Parameters are behind each that has some.
 * The wording, in each language, is that of who shows the report.
 */
export const findingCodes = [
  // The file
  'cross_reference_rebuilt', // the table of objects is broken: readers may show different things
  'doubled_keys', // a dictionary says the same key twice: readers may take either; objects
  'active_content', // scripts and the like, by which what is shown can change; kinds
  'objects_not_examined', // they may be anything, such as dictionaries that say a key twice; objects
  'scripts_not_examined', // what is to be looked through for scripts can't be read
  'signature_removed', // field, revision: an earlier revision has a signature that the file no longer has
  'hidden_revisions', // content that no reader of the newest state shows; objects

  // Byte range and container
  'byte_range_missing',
  'byte_range_not_from_start',
  'byte_range_outside_file',
  'byte_range_hole_is_not_contents',
  'byte_range_not_a_revision',
  'contents_outside_gap',
  'signature_dictionary_ambiguous',
  'sub_filter_unsupported', // subFilter

  // How other readers see the file
  'structure_ambiguous', // they may find other objects in it

  // CMS
  'cms_malformed',
  'cms_unsupported',
  'cms_trailing_bytes',
  'cms_signer_count',
  'cms_content_embedded',
  'signed_attributes_missing',
  'content_type_mismatch',
  'digest_mismatch',
  'signature_invalid',
  'signing_certificate_missing',
  'signing_certificate_mismatch',
  'signer_certificate_missing',
  'signing_time_present', // the CMS states a time, which PAdES baseline forbids
  'key_purpose', // the certificate is not for this use
  'nonce_mismatch',

  // Certificates
  'chain_not_found', // subject
  'certificate_expired', // subject, notAfter
  'certificate_not_yet_valid', // subject, notBefore
  'certificate_not_an_authority', // subject
  'certificate_path_too_long', // subject
  'certificate_key_usage', // subject
  'certificate_unsupported_extension', // subject
  'certificate_contradictory', // subject
  'certificate_malformed',
  'certificate_revoked', // subject, revokedAt
  'revocation_unknown', // subject
  'algorithm_weak', // algorithm, reliableUntil
  'algorithm_ends_soon', // algorithm, reliableUntil

  // Time
  'no_timestamp', // only the signer's word says when
  'timestamp_invalid',
  'timestamp_untrusted', // authority
  'timestamp_before_certificate',
  'timestamp_order',
  'timestamp_in_future', // time
  'claimed_time_implausible', // claimed, proven

  // Changes after the signature
  'changed_after_signing',
  'changes_not_understood',
  'page_images_differ', // pages
  'page_images_not_compared', // pages: those compared of all
  'signed_revisions_not_compared', // signatures: those of the revisions compared, of all to compare
  'signature_covers_content', // field, page
  'field_covers_content', // field, page: filled in since, as the signature permits
  'changed_visibly', // permitted, but to be seen: form filled in, annotation
  'signature_field_added_visibly', // field
  'certified_no_changes',
  'locked_field_changed', // field
  'form_field_added', // field
  'field_value_differs', // field: what is shown in it is not what it holds, or can't be looked into
  'fields_overlap', // field, other
  'form_filled_as_permitted', // field
  'annotation_overlays_content', // page
  'hidden_objects_added', // objects
  'structure_broken',

  // Legal level
  'legal_weight_not_known',
  'not_qualified',
  'trust_list_stale', // territory, nextUpdate
  'trust_list_refused', // list: the name of its file
  'trust_list_criteria_unknown', // service: its list has criteria that aren't evaluated; the lowest possible level is told
  'trust_service_not_granted', // service, status
] as const

export type FindingCode = (typeof findingCodes)[number]
