import type { Language } from '@countersign/contract/values.ts'
import type { FieldValue, SignerField } from '#api/platform/values/signer-field.ts'
import { safeCell } from '#api/platform/values/safe-cell.ts'
import type { TemplateRole } from '#api/signing/templates/template.ts'
import { csvWords } from './csv-words.ts'
import type { RequestValues, SignerValues } from './request-values.ts'

/** The columns of a table of values: for each role who signed, and the fields that the template gives it. */
export interface CsvShape {
  readonly roles: readonly Pick<TemplateRole, 'name' | 'documents'>[]
  /** With the rows of the recipient list. */
  readonly hasRows: boolean
  readonly language: Language
}

/**
 * UTF-8 with its mark, which Excel needs to know it by, the separator that it expects where the language is spoken, and the
 * names of the columns.
 */
export function csvHead({ roles, hasRows, language }: CsvShape): string {
  const words = csvWords[language]
  const seen = new Map<string, number>()
  const once = (name: string) => {
    const times = (seen.get(name) ?? 0) + 1
    seen.set(name, times)
    return times === 1 ? name : `${name} (${times})`
  }
  const ofRoles = roles.flatMap((role) =>
    [...words.signer, ...fieldsOf(role).map(({ label }) => label)].map((name) =>
      once(`${role.name}: ${name}`),
    ),
  )
  return `\uFEFF${lineOf([...(hasRows ? [words.row] : []), ...words.request, ...ofRoles, words.others], language)}`
}

/** A request as a row. What it has besides the template’s fields, because its draft was changed, is in the last column. */
export function csvLine(request: RequestValues, { roles, hasRows, language }: CsvShape, url: string): string {
  const known = new Set(roles.flatMap(fieldsOf).map(({ id }) => id))
  const signers = signersOf(roles, request.signers)
  const ofRoles = roles.flatMap((role, index) => cellsOf(role, signers[index]))
  const others = request.signers.flatMap(({ fields }) =>
    fields.flatMap(({ id, label, value }) =>
      known.has(id) || value === null ? [] : [`${label}: ${textOf(value)}`],
    ),
  )
  const times = [request.sentAt, request.completedAt].map((at) => at?.toISOString() ?? '')
  return lineOf(
    [
      ...(hasRows ? [String(request.row ?? '')] : []),
      ...[url, request.title, request.status, ...times],
      ...ofRoles,
      others.join('; '),
    ],
    language,
  )
}

/**
 * The signer of each role. By the fields that it has: a role may be called another way since. One without fields is told by its
 * name; of several that are called the same each has a signer of its own, in their order.
 */
function signersOf(roles: CsvShape['roles'], signers: readonly SignerValues[]): (SignerValues | undefined)[] {
  const byFields = roles.map((role) => {
    const ids = new Set(fieldsOf(role).map(({ id }) => id))
    return signers.find((one) => one.fields.some(({ id }) => ids.has(id)))
  })
  const taken = new Set(byFields)
  return roles.map((role, index) => {
    const signer = byFields[index] ?? signers.find((one) => one.role === role.name && !taken.has(one))
    taken.add(signer)
    return signer
  })
}

function cellsOf(role: CsvShape['roles'][number], signer: SignerValues | undefined): string[] {
  const fields = fieldsOf(role)
  const values = new Map(signer?.fields.map(({ id, value }) => [id, value]))
  const signedAt = signer?.signedAt ? new Date(signer.signedAt).toISOString() : ''
  return [
    signer?.email ?? '',
    signer?.name ?? '',
    signedAt,
    ...fields.map(({ id }) => textOf(values.get(id) ?? null)),
  ]
}

const fieldsOf = ({ documents }: CsvShape['roles'][number]): SignerField[] =>
  // One that was written down before there were fields says nothing of them.
  documents.flatMap(({ fields }) => (fields as SignerField[] | undefined) ?? [])

const textOf = (value: FieldValue | null): string => (value === null ? '' : String(value))

// A negative number is no formula: with a mark before it, it would be text.
const cellOf = (text: string): string => (/^-\d+(?:\.\d+)?$/.test(text) ? `"${text}"` : safeCell(text))

const lineOf = (cells: readonly string[], language: Language): string =>
  `${cells.map(cellOf).join(language === 'en' ? ',' : ';')}\r\n`
