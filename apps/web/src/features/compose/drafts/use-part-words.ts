import { useLingui } from '@lingui/react/macro'
import { endOfDay } from '#web/lib/language/day.ts'
import { formatDate, formatList } from '#web/lib/language/format.ts'
import { isolate } from '#web/lib/language/isolate.ts'
import { languageNames } from '#web/lib/language/language.ts'
import type { Draft, DraftSigner } from './draft.ts'
import { isPlaced } from './draft.ts'
import type { Part } from './merge-parts.ts'
import { idOf } from './merge-parts.ts'
import type { Compose } from '../use-compose.ts'

type SignerFieldPart = Extract<Part, { kind: 'signerField' }>

/** Each part of a draft by its name, and what it says in a version of the draft. */
export function usePartWords({ draft, names }: Compose, theirs?: Draft) {
  const { i18n, t } = useLingui()
  const find = (version: Draft | undefined, id: string) =>
    version?.signers.find((signer) => idOf(signer) === id)
  const nameOf = (signer: DraftSigner | undefined) =>
    signer?.name.trim() || signer?.email.trim() || signer?.role || '…'
  const documentName = (id: string) => names.get(id)?.name ?? '…'

  function name(part: Part): string {
    if (part.kind === 'signer') {
      const person = isolate(nameOf(find(draft, part.signer) ?? find(theirs, part.signer)))
      return t`Person ${person}`
    }
    if (part.kind === 'field') {
      const person = isolate(nameOf(find(draft, part.signer) ?? find(theirs, part.signer)))
      const document = isolate(documentName(part.documentId))
      return t`Signature of ${person} on ${document}`
    }
    if (part.kind === 'signerField') {
      const person = isolate(nameOf(find(draft, part.signer) ?? find(theirs, part.signer)))
      const label = (findField(draft, part) ?? findField(theirs, part))?.field.label ?? '…'
      return t`Field “${label}” of ${person}`
    }
    const words = {
      title: t`Title`,
      message: t`Message`,
      quality: t`Signature level`,
      expiry: t`Expires on`,
      mailFiles: t`Files in the completion email`,
      documentOrder: t`Document order`,
      order: t`Signing order`,
    }
    return words[part.kind]
  }

  function findField(version: Draft | undefined, { signer, id }: SignerFieldPart) {
    const key = find(version, signer)?.key
    return version?.signerFields.find(({ signerKey, field }) => signerKey === key && field.id === id)
  }

  function fieldWords(version: Draft, part: SignerFieldPart): string {
    const found = findField(version, part)
    if (!found) return t`removed`
    const { label } = found.field
    if (found.field.form_field !== null)
      return [label, t`in the field “${found.field.form_field}” of the PDF`].join(', ')
    const position = found.field.position ?? found.field.options[0]?.position
    if (!position) return label
    const page = Number(position.page) + 1
    const [x, y] = [Math.round(position.x), Math.round(position.y)]
    return [label, t`page ${page}, ${x} from the left, ${y} from the top`, sizeOf(position)].join(', ')
  }

  /** All that two versions of a person can differ in. */
  function signerWords({ name, email, group, language, mobile, signs }: DraftSigner): string {
    const who = group ? name : `${name} <${email}>`
    return [
      isolate(who),
      language && languageNames[language],
      mobile.trim(),
      signs && formatList(signs.map(documentName), i18n.locale),
    ]
      .filter(Boolean)
      .join(' · ')
  }

  function placeWords(version: Draft, signerId: string, documentId: string): string {
    const key = find(version, signerId)?.key
    const field = version.fields.find((one) => one.signerKey === key && one.documentId === documentId)
    if (!field) return t`no signature field`
    if (!isPlaced(field)) return t`in the field “${field.formField}” of the PDF`
    const page = field.page + 1
    const [x, y] = [Math.round(field.place.x), Math.round(field.place.y)]
    return [t`page ${page}, ${x} from the left, ${y} from the top`, sizeOf(field.place)].join(', ')
  }

  function value(part: Part, version: Draft): string {
    switch (part.kind) {
      case 'title':
        return version.title.trim() || t`empty`
      case 'message':
        return version.message.trim() || t`empty`
      case 'quality':
        return [version.quality, version.legislation].filter(Boolean).join(', ')
      case 'expiry': {
        const until = endOfDay(version.expiresOn)
        return until ? formatDate(until, i18n.locale) : t`90 days from now`
      }
      case 'mailFiles': {
        const { signed_document, signature_protocol } = version.mailFiles
        const chosen = [
          ...(signed_document ? [t`the signed documents`] : []),
          ...(signature_protocol ? [t`the audit trail`] : []),
        ]
        return formatList(chosen, i18n.locale) || t`as set by your business`
      }
      case 'documentOrder':
        return formatList(version.documentIds.map(documentName), i18n.locale)
      case 'order':
        return [
          formatList(version.signers.map(nameOf), i18n.locale),
          version.inOrder ? t`one after the other` : t`all at once`,
        ].join(' – ')
      case 'signer': {
        const signer = find(version, part.signer)
        if (!signer) return t`removed`
        return signerWords(signer)
      }
      case 'field':
        return placeWords(version, part.signer, part.documentId)
      case 'signerField':
        return fieldWords(version, part)
    }
  }

  return { name, value }
}

const sizeOf = ({ width, height }: { readonly width: number; readonly height: number }): string =>
  `${Math.round(width)} × ${Math.round(height)}`
