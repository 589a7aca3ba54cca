import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { PdfError } from '../pdf-error.ts'

/** What is used of WebAssembly, whose types come with the browser's only. */
declare const WebAssembly: {
  readonly Module: new (bytes: Uint8Array) => object
  readonly Instance: new (module: object) => { readonly exports: object }
}

/** The part of HarfBuzz's C interface in use (hb-subset.h); pointers are numbers. */
interface SubsetLibrary {
  readonly memory: { readonly buffer: ArrayBuffer }
  malloc(size: number): number
  free(pointer: number): void
  hb_blob_create(data: number, length: number, mode: number, user: number, destroy: number): number
  hb_blob_destroy(blob: number): void
  hb_blob_get_length(blob: number): number
  hb_blob_get_data(blob: number, length: number): number
  hb_face_create(blob: number, index: number): number
  hb_face_destroy(face: number): void
  hb_face_reference_blob(face: number): number
  hb_set_add(set: number, value: number): void
  hb_subset_input_create_or_fail(): number
  hb_subset_input_destroy(input: number): void
  hb_subset_input_glyph_set(input: number): number
  hb_subset_input_set(input: number, kind: number): number
  hb_subset_input_set_flags(input: number, flags: number): void
  hb_subset_input_keep_everything(input: number): void
  hb_subset_input_pin_all_axes_to_default(input: number, face: number): number
  hb_subset_input_pin_axis_location(input: number, face: number, axis: number, value: number): number
  hb_subset_or_fail(face: number, input: number): number
  _initialize?(): void
}

// hb_subset_flags_t and hb_subset_sets_t
const NO_HINTING = 0x1
const RETAIN_GLYPH_IDS = 0x2
const NOTDEF_OUTLINE = 0x40
const NO_LAYOUT_CLOSURE = 0x200
const DROP_TABLES = 3
const WRITABLE = 2 // hb_memory_mode_t

let library: SubsetLibrary | undefined

function load(): SubsetLibrary {
  if (library) return library
  const path = fileURLToPath(import.meta.resolve('harfbuzzjs/dist/harfbuzz-subset.wasm'))
  const instance = new WebAssembly.Instance(new WebAssembly.Module(readFileSync(path)))
  const loaded = instance.exports as SubsetLibrary // the interface above is what this file exports
  loaded._initialize?.()
  library = loaded
  return loaded
}

const tag = (text: string): number => Buffer.from(text, 'latin1').readUInt32BE()

/** The font with those glyphs only, their numbers kept, fit to be embedded. Throws `font_invalid`. */
export function subsetFont(bytes: Uint8Array, glyphs: Iterable<number>): Uint8Array {
  return transform(bytes, (hb, input) => {
    hb.hb_subset_input_set_flags(input, NO_HINTING | RETAIN_GLYPH_IDS | NOTDEF_OUTLINE | NO_LAYOUT_CLOSURE)
    const wanted = hb.hb_subset_input_glyph_set(input)
    for (const glyph of glyphs) hb.hb_set_add(wanted, glyph)
    const dropped = hb.hb_subset_input_set(input, DROP_TABLES)
    for (const table of ['GSUB', 'GPOS', 'GDEF', 'STAT', 'DSIG', 'BASE', 'MVAR', 'HVAR', 'avar']) {
      hb.hb_set_add(dropped, tag(table))
    }
  })
}

/** A variable font at regular weight and otherwise its defaults: PDF has no variable fonts. Throws `font_invalid`. */
export function instantiateRegular(bytes: Uint8Array, hasWeight: boolean): Uint8Array {
  return transform(bytes, (hb, input, face) => {
    hb.hb_subset_input_keep_everything(input)
    hb.hb_subset_input_pin_all_axes_to_default(input, face)
    if (hasWeight) hb.hb_subset_input_pin_axis_location(input, face, tag('wght'), 400)
  })
}

function transform(
  bytes: Uint8Array,
  configure: (hb: SubsetLibrary, input: number, face: number) => void,
): Uint8Array {
  const hb = load()
  const data = hb.malloc(bytes.length)
  new Uint8Array(hb.memory.buffer).set(bytes, data)
  const blob = hb.hb_blob_create(data, bytes.length, WRITABLE, 0, 0)
  const face = hb.hb_face_create(blob, 0)
  const input = hb.hb_subset_input_create_or_fail()
  try {
    configure(hb, input, face)
    const subset = hb.hb_subset_or_fail(face, input)
    if (subset === 0) throw new PdfError('font_invalid', 'The font cannot be subset')
    const result = hb.hb_face_reference_blob(subset)
    const start = hb.hb_blob_get_data(result, 0)
    const copy = new Uint8Array(hb.memory.buffer).slice(start, start + hb.hb_blob_get_length(result))
    hb.hb_blob_destroy(result)
    hb.hb_face_destroy(subset)
    return copy
  } finally {
    hb.hb_subset_input_destroy(input)
    hb.hb_face_destroy(face)
    hb.hb_blob_destroy(blob)
    hb.free(data)
  }
}
