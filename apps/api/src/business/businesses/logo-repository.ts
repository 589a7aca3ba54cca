import type { Logo } from '#api/business/businesses/business.ts'
import type { Reader, Transaction } from '#api/platform/db/transaction.ts'

/** The picture itself, where the business still has this one. */
export async function findLogo(db: Reader, businessId: string, hash: string): Promise<Buffer | null> {
  const row = await db
    .selectFrom('businesses')
    .select('logo')
    .where('id', '=', businessId)
    .where('logo_hash', '=', Buffer.from(hash, 'hex'))
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return row?.logo ?? null
}

export async function saveLogo(
  tx: Transaction,
  businessId: string,
  logo: (Logo & { readonly png: Buffer }) | null,
): Promise<void> {
  await tx
    .updateTable('businesses')
    .set({
      logo: logo?.png ?? null,
      logo_hash: logo ? Buffer.from(logo.hash, 'hex') : null,
      logo_width: logo?.width ?? null,
      logo_height: logo?.height ?? null,
    })
    .where('id', '=', businessId)
    .execute()
}
