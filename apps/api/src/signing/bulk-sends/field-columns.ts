import type { SignerField } from '#api/platform/values/signer-field.ts'
import { isGivenByServer } from '#api/signing/signer-fields/signer-field.ts'
import type { TemplateRole } from '#api/signing/templates/template.ts'

/** The column whose cells prefill a field. */
export interface FieldColumn {
  readonly id: string
  readonly column: number
}

/** The fields of a role that a column may prefill. */
export const fillable = (role: Pick<TemplateRole, 'documents'>): SignerField[] =>
  role.documents.flatMap(({ fields }) => fields).filter((field) => !isGivenByServer(field))

/**
 * For each role the columns that are called as its fields are: by label or id, after the role’s name or alone. A label that
 * several roles have needs the role’s name. Name and email are the signer’s own: nobody’s column is taken for them.
 */
export function guessFieldColumns(
  columns: readonly string[],
  roles: readonly TemplateRole[],
): FieldColumn[][] {
  const byName = new Map(columns.map((name, index) => [plain(name), index] as const).toReversed())
  const named = roles.map((role) => ({
    name: plain(role.name),
    fields: fillable(role).filter(({ type }) => type !== 'NAME' && type !== 'EMAIL'),
  }))
  const rolesWith = new Map<string, number>()
  for (const { fields } of named)
    for (const label of new Set(fields.map((field) => plain(field.label))))
      rolesWith.set(label, (rolesWith.get(label) ?? 0) + 1)
  return named.map(({ name, fields }) =>
    fields.flatMap(({ id, label }): FieldColumn[] => {
      const said = plain(label)
      const alone = rolesWith.get(said) === 1 ? byName.get(said) : undefined
      const column = byName.get(`${name} ${said}`) ?? byName.get(plain(id)) ?? alone
      return column === undefined ? [] : [{ id, column }]
    }),
  )
}

/** The columns that fields have been given, except those that say something of the person. */
export function claimedColumns(
  fields: readonly (readonly FieldColumn[])[],
  isPersons: (column: number) => boolean,
): Set<number> {
  return new Set(fields.flatMap((own) => own.map(({ column }) => column)).filter((one) => !isPersons(one)))
}

// Of a name: what comes after tells nothing more.
const longest = 200

/** “Tenant: Monthly_rent” and “tenant monthly rent” are one name. */
const plain = (name: string): string =>
  name
    .slice(0, longest)
    .toLowerCase()
    .normalize('NFC')
    .replaceAll(/[\s_:]+/g, ' ')
    .trim()
