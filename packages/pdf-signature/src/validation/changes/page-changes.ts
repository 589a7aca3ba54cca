import { dictEntry, entryOf, resolve } from '../../reader/document.ts'
import { decodeStream } from '../../reader/filters.ts'
import { isDict, isName, isRef, isStream, isString } from '../../reader/objects.ts'
import type { PdfDict, PdfObject } from '../../reader/objects.ts'
import { listPages } from '../../reader/page-tree.ts'
import type { Page } from '../../reader/page-tree.ts'
import { areasOf } from './changed-areas.ts'
import { addedItems, explainNew, isNew, isOwn, note } from './comparison.ts'
import type { Comparison } from './comparison.ts'
import { page as pageOwner } from '../objects/owner.ts'
import { differingKeys } from './references.ts'

/** Pages may gain widgets of new signature fields, annotations where these are permitted, and nothing else. */
export function comparePages(comparison: Comparison): void {
  for (const [index, page] of listPages(comparison.before).entries()) comparePage(comparison, page, index + 1)
}

/** Entries of a page that show nothing by themselves; annotations are looked at one by one. */
function mayDiffer(key: string, value: PdfObject | undefined): boolean {
  if (key === 'LastModified') return value === undefined || isString(value)
  if (key === 'Tabs') return value === undefined || isName(value)
  return key === 'Annots'
}

function comparePage(comparison: Comparison, { ref, dict }: Page, page: number): void {
  const { after, changed, explained } = comparison
  const now = changed.has(ref.num) ? after.load(ref.num) : dict
  if (now !== dict) explained.add(ref.num)
  const changedPage = { kind: 'page_changed', permitted: false, visible: true, page } as const
  if (!isDict(now)) return note(comparison, { ...changedPage, objects: [ref.num] })
  const differing = differingKeys(dict.entries, now.entries)
  const isHarmless = now === dict || isOwn(comparison, ref.num, pageOwner)
  if (!isHarmless || differing.some((key) => !mayDiffer(key, now.entries.get(key))))
    note(comparison, { ...changedPage, objects: [ref.num] })
  const annotations = now.entries.get('Annots')
  if (now === dict && !(isRef(annotations) && changed.has(annotations.num))) return
  const added = addedItems(
    comparison,
    { kind: 'annotations', of: ref.num },
    dict.entries.get('Annots'),
    annotations,
  )
  if (!added) return note(comparison, { kind: 'annotation_changed', permitted: false, visible: true, page })
  for (const item of added)
    if (!isRef(item) || !comparison.newFields.has(item.num)) compareNewAnnotation(comparison, item, page)
}

/** Comments that mark what is there, and show nothing that could pass for a part of the page. */
const comments = new Set(['Text', 'Popup', 'Highlight', 'Underline', 'StrikeOut', 'Squiggly'])

/** Stamps, free text, redactions and the like draw anything over a page: no permission makes them part of what was signed. */
function compareNewAnnotation(comparison: Comparison, item: PdfObject, page: number): void {
  const annotation = resolve(comparison.after, item)
  const subtype = isDict(annotation) ? annotation.entries.get('Subtype') : undefined
  const isComment =
    isRef(item) &&
    isNew(comparison, item.num) &&
    isDict(annotation) &&
    isName(subtype) &&
    comments.has(subtype.name) &&
    !annotation.entries.has('AA') &&
    !annotation.entries.has('A') &&
    drawsNoContent(comparison, annotation)
  explainNew(comparison, item)
  note(comparison, {
    kind: 'annotation_added',
    permitted: comparison.permissions.mayAnnotate && isComment,
    visible: true,
    page,
    ...(isRef(item) ? { objects: [item.num], ...areasOf(comparison.after, [item.num]) } : {}),
  })
}

const contentResources = ['Font', 'XObject', 'Pattern', 'Shading']

/** An appearance with text or pictures of its own could be taken for the page's. */
function drawsNoContent({ after }: Comparison, annotation: PdfDict): boolean {
  const appearances = dictEntry(after, annotation, 'AP')
  return [...(appearances?.entries.values() ?? [])].every((held) => {
    const value = resolve(after, held)
    if (!isStream(value)) return value === null
    const resources = entryOf(after, value.dict, 'Resources')
    const drawing = decodeStream(value, after.budget, (object) => resolve(after, object))
    return (
      isDict(resources) &&
      !contentResources.some((key) => resources.entries.has(key)) &&
      !/\b(?:BI|Do|Tj|TJ|sh)\b/.test(Buffer.from(drawing).toString('latin1'))
    )
  })
}
