import type { PdfDict } from '../../reader/objects.ts'

/** What an object is a part of. The last two are what a signer sees or may rely on, however it is reached. */
export type OwnerKind =
  | 'catalog'
  | 'form'
  | 'fields'
  | 'field'
  | 'appearance'
  | 'validation_data'
  | 'metadata'
  | 'information'
  | 'extensions'
  | 'structure'
  | 'page'
  | 'annotations'
  | 'content'
  | 'resource'

/** One part of a document; `of` is the number of the field or page where there are many, else 0. */
export interface Owner {
  readonly kind: OwnerKind
  readonly of: number
}

const whole = Object.fromEntries(
  (
    [
      'catalog',
      'form',
      'fields',
      'validation_data',
      'metadata',
      'information',
      'extensions',
      'structure',
      'page',
      'content',
      'resource',
    ] as const
  ).map((kind) => [kind, { kind, of: 0 }]),
) as Record<Exclude<OwnerKind, 'field' | 'appearance' | 'annotations'>, Owner>
export const { catalog, form, fields, information, content, resource } = whole
export const { validation_data: validationData, metadata, extensions, structure, page } = whole

export const sameOwner = (a: Owner | undefined, b: Owner): boolean => a?.kind === b.kind && a.of === b.of

/** Who owns what two holders share: as soon as these are not the same, it counts as content. */
export function joinOwners(known: Owner | undefined, other: Owner): Owner {
  if (known === undefined || sameOwner(known, other)) return other
  return known.kind === 'resource' || other.kind === 'resource' ? resource : content
}

const ofCatalog = new Map<string, Owner>([
  ['AcroForm', form],
  ['DSS', validationData],
  ['Metadata', metadata],
  ['Extensions', extensions],
  ['Pages', page],
  ['StructTreeRoot', structure],
])

/** What a structure tree is made of (ISO 32000-2 Tables 354, 355 and 356); its other entries lead out of it. */
const ofStructure = new Set(
  'K P A C NS Ref IDTree ParentTree Kids Nums Names RoleMap ClassMap Namespaces RoleMapNS'.split(' '),
)
/** Entries of a page that draw nothing. Those that are not known may. */
const notDrawn = new Set('B AA PieceInfo DPart AF SeparationInfo PresSteps Metadata'.split(' '))
const drawn = new Set(['AP', 'Resources', 'DR'])
/** Structure elements may be the target of outline items and of actions (ISO 32000-2 Tables 151 and 202). */
const toStructure = new Set(['SE', 'SD'])

/** Who owns what is under a key of a dictionary, by who owns the dictionary and the number of its object. */
export function ownerUnder(owner: Owner, key: string, holder: number): Owner {
  switch (owner.kind) {
    case 'catalog':
      return ofCatalog.get(key) ?? content
    case 'form':
      return key === 'Fields' || key === 'CO' ? fields : ofContent(key)
    case 'field':
      if (key === 'Kids') return fields
      return key === 'AP' && owner.of > 0 ? { kind: 'appearance', of: owner.of } : ofContent(key)
    case 'page':
      if (key === 'Kids' || key === 'Parent') return page
      if (key === 'Annots') return { kind: 'annotations', of: holder }
      return notDrawn.has(key) ? content : resource
    case 'structure':
      return ofStructure.has(key) ? structure : ofContent(key)
    case 'appearance':
    case 'validation_data':
    case 'extensions':
    case 'resource':
      return owner
    default:
      return ofContent(key)
  }
}

function ofContent(key: string): Owner {
  if (toStructure.has(key)) return structure
  return drawn.has(key) ? resource : content
}

/** Entries that speak of a field without using anything it holds. */
const toFields = new Set('Obj Fields T CO Kids Parent Annots IRT Popup'.split(' '))

export const namesField = (key: string): boolean => toFields.has(key)

/** A signature reference may name the catalogue as what it looks at (ISO 32000-2 Table 256). */
export const namesCatalog = (key: string, { entries }: PdfDict): boolean =>
  key === 'Data' && entries.has('TransformMethod')
