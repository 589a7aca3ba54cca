import { findUndrawable, undrawableIn } from '#api/documents/appearance/find-undrawable.ts'
import type { SigningPartyRow } from '#api/platform/db/tables.ts'
import type { Context } from '#api/providers/context.ts'

interface SignerNames {
  readonly name: string
  readonly email: string
  readonly group: { readonly name: string } | null
}

/** The names that a signature shows on the page. */
export interface NamesOnPage {
  readonly signer: string
  /** Null where it isn't shown. */
  readonly group: string | null
  readonly seal: string | null
}

/**
 * The names as the page shows them. Where no font has all letters of one, something else takes its place: boxes would say
 * nothing, and nobody is kept from signing by the script of a name. Of a person that is the email, of a seal the organisation
 * in its certificate; a group is left out. The signature, its certificate and the evidence have the names themselves.
 */
export async function namesOnPage(
  context: Context,
  { name, email, group }: SignerNames,
  party: SigningPartyRow | null = null,
): Promise<NamesOnPage> {
  const sealNames =
    party?.kind === 'seal' ? [party.label, party.organisation ?? party.sealName, party.sealName] : []
  const undrawable = await findUndrawable(context, [name, ...(group ? [group.name] : []), ...sealNames])
  const isDrawable = (text: string) => undrawableIn(text, undrawable) === null
  return {
    signer: isDrawable(name) ? name : email,
    group: group && isDrawable(group.name) ? group.name : null,
    seal: sealNames.length > 0 ? (sealNames.find(isDrawable) ?? email) : null,
  }
}
