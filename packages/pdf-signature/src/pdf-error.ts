/** Everything that can be wrong with a file or with what is asked of it: a closed list. */
export type PdfErrorCode =
  | 'not_a_pdf'
  | 'damaged'
  | 'too_complex'
  | 'encrypted'
  | 'unsupported_filter'
  | 'needs_normalising'
  | 'page_not_found'
  | 'rect_outside_page'
  | 'rect_invalid'
  | 'field_name_invalid'
  | 'field_exists'
  | 'field_not_a_signature'
  | 'field_already_signed'
  | 'field_invalid'
  | 'field_not_found'
  | 'field_locked'
  | 'field_type_mismatch'
  | 'value_too_long'
  | 'value_not_an_option'
  | 'form_not_fillable'
  | 'certified_no_changes'
  | 'not_the_first_signature'
  | 'seed_value_unmet'
  | 'signature_too_large'
  | 'prefix_mismatch'
  | 'image_invalid'
  | 'font_invalid'

/** The only error this package throws for a file or a request that cannot be served. */
export class PdfError extends Error {
  override readonly name = 'PdfError'
  readonly code: PdfErrorCode
  /** Full name of the form field concerned, where it is about one. */
  readonly field: string | undefined

  constructor(code: PdfErrorCode, message: string, field?: string) {
    super(message)
    this.code = code
    this.field = field
  }
}
