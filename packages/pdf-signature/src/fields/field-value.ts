/** A value for an input field, written together with the signature of the signer who filled it in. */
export interface FieldValue {
  /** Full name of the field. */
  readonly name: string
  /**
   * Text fields: the text, lines separated by `\n`. Checkboxes: whether it is on. Radio groups and dropdowns: the value of
   * an option. Picture fields: what is shown. An empty string leaves a text, a group or a dropdown blank. Null: the signer
   * filled in nothing; a value that the file holds there is removed, and a field that is blank already stays as it is.
   */
  readonly value: string | boolean | PictureValue | null
}

/** What a picture field shows. */
export interface PictureValue {
  /** PNG or JPEG. */
  readonly image?: Uint8Array
  /** Top to bottom; the first is the largest. */
  readonly lines?: readonly string[]
}
