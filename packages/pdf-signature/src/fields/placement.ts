import type { FontFile } from '../appearance/font-face.ts'
import type { DisplayRect } from '../reader/page-geometry.ts'

/**
 * Where a field is on its page: in points of the page as displayed, origin top left, y down. `rotation` turns its content
 * clockwise, in quarter turns of degrees.
 */
export interface FieldRect extends DisplayRect {
  readonly rotation?: number
}

/** A field to be created. All are created before the first signature: later signers only fill in what is there. */
export type FieldPlacement = SignaturePlacement | InputPlacement

/** A place of a field; the field has as many as there are placements of its name. */
interface Place {
  /** Full name of the field, without periods. */
  readonly name: string
  /** From 0. */
  readonly page: number
}

/** An empty signature field. It has one place (ISO 32000-2 §12.7.5.5): further ones of the signer are picture fields. */
export interface SignaturePlacement extends Place {
  readonly kind?: 'signature'
  /** What the field is called in viewers, and read out by screen readers. */
  readonly label?: string
  /** Null for an invisible signature. */
  readonly rect: FieldRect | null
  /**
   * Full names of the signer's own input fields: signing locks them (`/Lock`, ISO 32000-2 Table 236; FieldMDP, Include,
   * §12.8.2.4), whether they were filled in or left blank.
   */
  readonly lock?: readonly string[]
}

/**
 * A field that a signer fills in when signing, or that shows a value from the start. Placements of one name are places of
 * one field and agree in everything but page and rectangle (and, for radio buttons, the option).
 */
export type InputPlacement =
  | TextPlacement
  | CheckboxPlacement
  | RadioPlacement
  | DropdownPlacement
  | PicturePlacement

interface InputPlace extends Place {
  readonly rect: FieldRect
  /** What the field is called in viewers, and read out by screen readers (`/TU`). */
  readonly label: string
  /** Only stated in the file: that nothing is missing is the caller's to check. */
  readonly required?: boolean
}

interface ValuePlace extends InputPlace {
  /** Nobody may change its value: filling it in throws `field_locked`. */
  readonly readOnly?: boolean
}

/** How the text of a field is set. */
export interface TextStyle {
  /** In points; 0 or absent: as large as fits, at most 12. */
  readonly fontSize?: number
  readonly alignment?: 'left' | 'center' | 'right'
}

/** A line of text, or with `multiline` several, which are wrapped. */
export interface TextPlacement extends ValuePlace, TextStyle {
  readonly kind: 'text'
  readonly value?: string
  readonly multiline?: boolean
  /** In characters (Unicode code points, composed: NFC). */
  readonly maxLength?: number
  /** One character to a cell, `maxLength` cells; not with `multiline`. */
  readonly comb?: boolean
}

export interface CheckboxPlacement extends ValuePlace {
  readonly kind: 'checkbox'
  readonly value?: boolean
}

/** One button of a group: the placements of one name, of which one at most is on. */
export interface RadioPlacement extends ValuePlace {
  readonly kind: 'radio'
  /** The value of the group when this button is on; unique in the group, not empty and not `Off`. */
  readonly option: FieldOption
  /** The option of the group that is on, the same in all of its placements. */
  readonly value?: string
}

export interface DropdownPlacement extends ValuePlace, TextStyle {
  readonly kind: 'dropdown'
  /** At least one, with different values. */
  readonly options: readonly FieldOption[]
  /** The value of an option. */
  readonly value?: string
}

/** Initials, or a further place of a signature: shows a picture and lines of text, once it is filled in. */
export interface PicturePlacement extends InputPlace {
  readonly kind: 'picture'
}

export interface FieldOption {
  /** What is stored (the export value). */
  readonly value: string
  /** What is shown. */
  readonly label: string
}

export interface PlacementOptions {
  /** What values that are shown from the start are drawn with, in order of preference (see `Appearance`). */
  readonly fonts?: readonly FontFile[]
}
